// The only import from this folder for the rest of the server.
export { createTelemetry } from './telemetry'
export { watch } from './watch'
