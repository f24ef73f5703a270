import { writeFileSync } from 'node:fs'
import { openApiDocument } from './openapi'

/** Writes the OpenAPI document into the repository. A test fails when it is out of date. */
writeFileSync(
  new URL('../../docs/integrators/openapi.json', import.meta.url),
  `${JSON.stringify(openApiDocument(), null, 2)}\n`,
)
