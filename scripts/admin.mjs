// `npm run admin -- …`: the operator's command line.
import { runBuilt } from './run-built.mjs'

await runBuilt('admin')
