// `npm run check-upstream -- URL`: what an account API of an operator's own has, and which pages work with it.
import { runBuilt } from './run-built.mjs'

await runBuilt('check-upstream')
