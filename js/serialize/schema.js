// A JSON Schema as a sample: a value of the kind that it describes, as far as the keys of its objects go. What it leaves
// open, a sample leaves out, and is then found out when values come.

/** How deep a schema is followed; one that refers to itself has no end. */
const DEPTH = 16;

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a sample is meant as a JSON Schema. */
export function isSchema(sample) {
  if (!isObject(sample)) return false;
  const { $schema, type, properties, items } = sample;
  return (
    typeof $schema === 'string' || (type === 'object' && isObject(properties)) || (type === 'array' && isObject(items))
  );
}

/** A list of values that have the objects of a schema: with all properties, and with those that are required. */
export function sampleOf(schema, depth = DEPTH) {
  if (!isObject(schema) || depth === 0) return null;
  const { properties, items, required } = schema;
  if (isObject(items)) return [sampleOf(items, depth - 1)];
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (Array.isArray(choices)) return choices.map((choice) => sampleOf(choice, depth - 1));
  if (!isObject(properties)) return null;
  const members = Object.entries(properties).map(([key, property]) => [key, sampleOf(property, depth - 1)]);
  const needed = Array.isArray(required) ? members.filter(([key]) => required.includes(key)) : members;
  return [Object.fromEntries(members), Object.fromEntries(needed)];
}
