import { z } from 'zod'
import { type Call, endpointOf, errorsOf, pathFields, variantsOf } from '#contract/call'
import { allCalls } from '#contract/calls'
import { errors } from '#contract/errors'
import { headerNames, sessionCookie } from '#contract/wire/headers'
import { signatureHeaders, signatureUse, signatureVersion, signedHeaders } from '#contract/wire/signing'
import { wires } from '#contract/wire/wires'

export type Schema = Record<string, unknown>
type Fields = Schema & { properties?: Record<string, Schema>; required?: string[] }

/** The JSON schema of a type, without the marks of its document. */
export const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema, additionalProperties, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}

const mediaTypeOf = { json: 'application/json', multipart: 'multipart/form-data' }

/** The schema of a success in its envelope. */
const answerSchema = (row: Call, wire: keyof typeof wires): Schema => {
  const sealed = wires[wire].seal({ ok: true, data: {} })
  const properties = Object.fromEntries(
    Object.entries(sealed).map(([key, value]) => [
      key,
      key === 'data' ? schemaOf(row.output, 'input') : { const: value },
    ]),
  )
  return { type: 'object', properties, required: Object.keys(sealed) }
}

/** The parameters and the body of a call. */
export const inputOf = (row: Pick<Call, 'input' | 'aliases' | 'body'>, method: string, path: string): Schema => {
  const { properties = {}, required: requiredAll = [], ...schema } = schemaOf(row.input, 'input') as Fields
  // A field that has a second name may come under either.
  const aliases = Object.entries(row.aliases).filter(([, { of }]) => requiredAll.includes(of))
  const required = requiredAll.filter((name) => !aliases.some(([, { of }]) => of === name))
  const oneOfEach = aliases.map(([alias, { of }]) => ({ anyOf: [{ required: [of] }, { required: [alias] }] }))
  const inPath = pathFields(path)
  const inBody = (name: string) => method === 'POST' && !inPath.includes(name)
  const parameters = Object.entries(properties)
    .filter(([name]) => !inBody(name))
    .map(([name, property]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: required.includes(name),
      schema: property,
    }))
  if (method === 'GET') return { parameters }
  const fields = Object.fromEntries(Object.entries(properties).filter(([name]) => inBody(name)))
  const needed = required.filter(inBody)
  const bodySchema = {
    ...schema,
    properties: fields,
    ...(needed.length > 0 && { required: needed }),
    ...(oneOfEach.length > 0 && { allOf: oneOfEach }),
  }
  const content = { [mediaTypeOf[row.body ?? 'json']]: { schema: bodySchema } }
  return { ...(parameters.length > 0 && { parameters }), requestBody: { required: true, content } }
}

const contentOf = (row: Call, wire: keyof typeof wires): Schema => {
  if (row.answers !== 'bytes') return { 'application/json': { schema: answerSchema(row, wire) } }
  const { media_type, bytes } = (schemaOf(row.output, 'output') as Fields).properties ?? {}
  const types = (media_type?.enum ?? []) as string[]
  return Object.fromEntries(types.map((type) => [type, { schema: bytes }]))
}

const operation = (
  row: Call,
  { method, path, wire, id }: { method: string; path: string; wire: keyof typeof wires; id: string },
): Schema => ({
  operationId: id,
  summary: row.summary,
  'x-obscured-fields': row.sensitive,
  'x-errors': errorsOf(row).map((name) => ({ name, number: errors[name].number, status: errors[name].status })),
  security: [{ signature: [], ...(row.auth === 'user' ? { session: [] } : {}) }],
  ...inputOf(row, method, path),
  responses: {
    200: {
      description: row.answers === 'bytes' ? 'The file.' : 'Success, in the envelope of this path.',
      headers: { [headerNames.logId]: { schema: { type: 'string' } } },
      content: contentOf(row, wire),
    },
    default: { description: 'One of x-errors, in the same envelope, with its number, a description and its data.' },
  },
})

/** The contract as an OpenAPI 3.1 document. */
export const openApiDocument = (): Schema => {
  const paths: Record<string, Schema> = {}
  for (const row of allCalls)
    for (const variant of variantsOf(row)) {
      const { path, wire } = endpointOf(row, variant)
      const suffix = row.wire === 'variant' ? `_${variant}` : ''
      for (const method of [row.method, row.alsoMethod].filter((each) => each !== undefined)) {
        const id = row.name + suffix + (method === row.method ? '' : `_${method.toLowerCase()}`)
        paths[path] = { ...paths[path], [method.toLowerCase()]: operation(row, { method, path, wire, id }) }
      }
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Butterfly account API', version: '1' },
    paths,
    components: {
      securitySchemes: {
        signature: {
          type: 'apiKey',
          in: 'header',
          name: signatureHeaders.signature,
          description: [
            `\`${signatureVersion}=\` and, in hexadecimal, the HMAC-SHA256 of these lines, joined by a line feed:`,
            `the method; the path with its query; ${signatureHeaders.timestamp} (seconds since the epoch);`,
            `${signatureHeaders.nonce} (16 to 64 letters, digits, - or _, new for each request);`,
            'the SHA-256 of the raw body in hexadecimal; and a line `name:value` for each of these headers, in this order,',
            `with an empty value for an absent one: ${signedHeaders.join(', ')}.`,
            `The key is HKDF-SHA256 of the application key, with the salt \`butterfly\` and the info \`${signatureUse}\`, 32 bytes.`,
            'A request with a signed header twice is refused.',
          ].join(' '),
        },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
      },
    },
  }
}
