import { z } from 'zod'
import { type Call, errorsOf, placeOf, variantsOf } from './call'
import { allCalls } from './calls'
import { errors } from './errors'
import { headerNames } from './headers'
import { signatureHeaders } from './signing'
import { wires } from './wires'

type Schema = Record<string, unknown>

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema, additionalProperties, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}

/** The envelope around an example, so that the document shows the bytes of the wire. */
const answerSchema = (row: Call, wire: keyof typeof wires): Schema => {
  const sealed = wires[wire].seal({ ok: true, data: {} })
  const properties = Object.fromEntries(
    Object.entries(sealed).map(([key, value]) => [
      key,
      key === 'data' ? schemaOf(row.output, 'output') : { const: value },
    ]),
  )
  return { type: 'object', properties, required: Object.keys(sealed) }
}

const inputOf = (row: Call, method: string): Schema => {
  const schema = schemaOf(row.input, 'input')
  if (method === 'POST') return { requestBody: { required: true, content: { 'application/json': { schema } } } }
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = (schema.required ?? []) as string[]
  return {
    parameters: Object.entries(properties).map(([name, property]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema: property,
    })),
  }
}

const operation = (row: Call, method: string, wire: keyof typeof wires, id: string): Schema => ({
  operationId: id,
  summary: row.summary,
  'x-obscured-fields': row.obscure,
  'x-errors': errorsOf(row).map((name) => ({ name, number: errors[name].number, status: errors[name].status })),
  security: [{ signature: [], ...(row.auth === 'user' ? { session: [] } : {}) }],
  ...inputOf(row, method),
  responses: {
    200: {
      description: 'Success, in the envelope of this path.',
      headers: { [headerNames.logId]: { schema: { type: 'string' } } },
      content: { 'application/json': { schema: answerSchema(row, wire) } },
    },
    default: { description: 'One of x-errors, in the same envelope, with its number, a description and its data.' },
  },
})

/** The contract as an OpenAPI 3.1 document. */
export const openApiDocument = (): Schema => {
  const paths: Record<string, Schema> = {}
  for (const row of allCalls)
    for (const variant of variantsOf(row)) {
      const { path, wire } = placeOf(row, variant)
      const suffix = row.wire === 'variant' ? `_${variant}` : ''
      for (const method of [row.method, row.alsoMethod].filter((each) => each !== undefined)) {
        const id = row.name + suffix + (method === row.method ? '' : `_${method.toLowerCase()}`)
        paths[path] = { ...paths[path], [method.toLowerCase()]: operation(row, method, wire, id) }
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
          description: `HMAC-SHA256 over method, path, ${signatureHeaders.timestamp}, ${signatureHeaders.nonce} and the SHA-256 of the raw body, by line.`,
        },
        session: { type: 'apiKey', in: 'cookie', name: 'passport_session' },
      },
    },
  }
}
