#!/usr/bin/env python3
"""A reference tokenizer: the tape of a JSON document, made by other means than the library's.

    python3 tokenize.py FILE...

prints a line for each file: the digest of its tape, the number of tokens, the name. The digest is SHA-256 over the
tape's words as little-endian 32-bit numbers, three a token: start; length (of a bracket: the distance in tokens to its
partner); id << 8 | flags << 4 | type. A file that is not JSON (RFC 8259) or not UTF-8 is named on stderr, and the exit
status is then 1. It knows no limit of depth.
"""

import hashlib
import re
import sys
from array import array

OBJECT_START, OBJECT_END, ARRAY_START, ARRAY_END, KEY, STRING, NUMBER, TRUE, FALSE, NULL = range(1, 11)
ESCAPED, NON_ASCII = 1, 2
NEGATIVE, FRACTION, EXPONENT = 1, 2, 4
KEY_MAX, KEYS_MAX = 30, 4095

TOKEN = re.compile(
    rb"""[ \t\n\r]*(?:
        ("[^"\\\x00-\x1f]*((?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*)")
      | (-)?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
      | (true|false|null)
      | ([\[\]{},:])
      )""",
    re.VERBOSE,
)
WHITESPACE = re.compile(rb"[ \t\n\r]*")
LITERALS = {b"true": TRUE, b"false": FALSE, b"null": NULL}

# What may come next.
VALUE, VALUE_OR_END, KEY_NEXT, KEY_OR_END, COLON, NEXT = range(6)


class NotJSON(Exception):
    pass


def tokenize(data):
    """The words of the tape of a document, given as bytes."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotJSON(f"not UTF-8 at offset {error.start}") from None
    words = array("I")
    add = words.extend
    match = TOKEN.match
    keys = {}
    opened = []  # for each open bracket the index of its token, and whether it is an object
    in_object = False
    place = VALUE
    count = 0
    position = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    done = False
    while not done:
        found = match(data, position)
        if not found:
            raise NotJSON(f"no token at offset {WHITESPACE.match(data, position).end()}")
        position = found.end()
        string, escapes, minus, fraction, exponent, literal, sign = found.groups()
        if sign == b",":
            if place != NEXT:
                raise NotJSON(f"a comma at offset {position - 1}")
            place = KEY_NEXT if in_object else VALUE
            continue
        if sign == b":":
            if place != COLON:
                raise NotJSON(f"a colon at offset {position - 1}")
            place = VALUE
            continue
        if sign == b"]" or sign == b"}":
            is_object = sign == b"}"
            if not opened or in_object != is_object or place not in (NEXT, KEY_OR_END if is_object else VALUE_OR_END):
                raise NotJSON(f"a closing bracket at offset {position - 1}")
            start = opened.pop()
            words[3 * start + 1] = count - start
            add((position - 1, count - start, OBJECT_END if is_object else ARRAY_END))
            in_object = bool(opened) and words[3 * opened[-1] + 2] == OBJECT_START
            place = NEXT
        elif string is not None:
            flags = (ESCAPED if escapes else 0) | (0 if string.isascii() else NON_ASCII)
            length = len(string)
            if place in (KEY_NEXT, KEY_OR_END):
                id = 0
                if not escapes and length - 2 <= KEY_MAX:
                    id = keys.get(string, 0)
                    if not id and len(keys) < KEYS_MAX:
                        id = keys[string] = len(keys) + 1
                add((position - length, length, id << 8 | flags << 4 | KEY))
                place = COLON
            elif place in (VALUE, VALUE_OR_END):
                add((position - length, length, flags << 4 | STRING))
                place = NEXT
            else:
                raise NotJSON(f"a string at offset {position - length}")
        else:
            if place not in (VALUE, VALUE_OR_END):
                raise NotJSON(f"a value that ends at offset {position}")
            if sign is not None:
                in_object = sign == b"{"
                opened.append(count)
                add((position - 1, 0, OBJECT_START if in_object else ARRAY_START))
                place = KEY_OR_END if in_object else VALUE_OR_END
            elif literal is not None:
                add((position - len(literal), len(literal), LITERALS[literal]))
                place = NEXT
            else:
                start = WHITESPACE.match(data, found.start()).end()
                flags = (NEGATIVE if minus else 0) | (FRACTION if fraction else 0) | (EXPONENT if exponent else 0)
                add((start, position - start, flags << 4 | NUMBER))
                place = NEXT
        count += 1
        done = not opened and place == NEXT
    end = WHITESPACE.match(data, position).end()
    if end != len(data):
        raise NotJSON(f"more than one value, at offset {end}")
    return words


def digest(words):
    if words.itemsize != 4:
        raise SystemExit("this Python's array('I') does not hold 32-bit words")
    if sys.byteorder == "big":
        words = array("I", words)
        words.byteswap()
    return hashlib.sha256(words.tobytes()).hexdigest()


def main(paths):
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    status = 0
    for path in paths:
        try:
            with open(path, "rb") as file:
                words = tokenize(file.read())
        except OSError as error:
            print(f"{path}: {error.strerror}", file=sys.stderr)
            status = 2
        except NotJSON as error:
            print(f"{path}: {error}", file=sys.stderr)
            status = max(status, 1)
        else:
            print(f"{digest(words)}  {len(words) // 3}  {path}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
