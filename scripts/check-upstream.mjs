// `npm run check-upstream -- URL`: lists the calls of an operator's own account API, and the pages that work with it.
import { runBuilt } from './run-built.mjs'

await runBuilt('check-upstream')
