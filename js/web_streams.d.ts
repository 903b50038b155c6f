export * from './web_streams.cjs';
