import { writeFileSync } from 'node:fs'
import { openApiDocument } from './openapi'
import { operatorOpenApiDocument } from './operator-openapi'

/** Writes the OpenAPI documents into the repository. A test fails when one is out of date. */
const documents = {
  'integrators/openapi.json': openApiDocument(),
  'operators/operator-api.json': operatorOpenApiDocument(),
}
for (const [name, document] of Object.entries(documents))
  writeFileSync(new URL(`../../docs/${name}`, import.meta.url), `${JSON.stringify(document, null, 2)}\n`)
