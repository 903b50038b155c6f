// What the streams of Node.js and of the Web make records with.
import { backendOf } from '../backends/chosen.js';
import { createValues } from '../values.js';

export const { ValueReader } = createValues(backendOf);
