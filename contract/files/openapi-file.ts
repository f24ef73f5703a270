import { writeFileSync } from 'node:fs'
import { openApiDocument } from './openapi'
import { operatorOpenApiDocument } from './operator-openapi'

/** Writes the OpenAPI documents into the repository. A test fails when one is out of date. */
const documents = {
  'integrators/openapi.json': openApiDocument(),
  'operators/operator-api.json': operatorOpenApiDocument(),
}

/** JSON in which a list or an object is on one line if it has at most 120 characters. */
const printed = (value: unknown, indent = '\n'): string => {
  const short = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + short.length <= 120) return short
  const deeper = `${indent}  `
  const inner = Array.isArray(value)
    ? value.map((each) => printed(each, deeper))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${printed(each, deeper)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}${inner.map((line) => deeper + line)}${indent}${close}`
}

for (const [name, document] of Object.entries(documents))
  writeFileSync(new URL(`../../docs/${name}`, import.meta.url), `${printed(document)}\n`)
