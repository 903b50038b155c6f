// A C++ program links to the library as it is.
#include <cstdio>
#include <jsontape.h>

int main() {
    char text[JT_NUMBER_MAX];
    std::printf("%s %.*s\n", jt_version(), static_cast<int>(jt_format_f64(1e21, text)), text);
}
