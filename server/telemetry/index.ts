// All that the server may know of this room.
export { createTelemetry } from './telemetry'
export { watch } from './watch'
