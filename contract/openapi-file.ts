import { writeFileSync } from 'node:fs'
import { openApiDocument } from './openapi'

/** Writes the contract's OpenAPI document into the repository; a test holds it current. */
writeFileSync(new URL('../docs/openapi.json', import.meta.url), `${JSON.stringify(openApiDocument(), null, 2)}\n`)
