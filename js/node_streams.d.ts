export * from './node_streams.cjs';
