import { carriedBy, type OperatorCall } from '#contract/operator/operator-call'
import { allOperatorCalls } from '#contract/operator/operator-calls'
import { anyOperatorErrors, type OperatorError, operatorErrors } from '#contract/operator/operator-errors'
import { headerNames } from '#contract/wire/headers'
import { signatureHeaders } from '#contract/wire/signing'
import { inOrder, inputOf, type Schema, schemaOf } from './openapi'
import { withSharedParts } from './shared-parts'

const failure = {
  type: 'object',
  properties: {
    code: { enum: Object.keys(operatorErrors) },
    description: { type: 'string', description: 'What is wrong and what to do, in English.' },
    log_id: { type: 'string', description: 'Names the request in the log of the account API.' },
    retry_after: { type: 'integer', description: 'In seconds.' },
  },
  required: ['code', 'description', 'log_id'],
}

/** The failures by their status, each with the codes that it may be. */
const failuresOf = ({ errors }: OperatorCall): Record<string, Schema> => {
  const codes = [...new Set<OperatorError>([...anyOperatorErrors, ...errors])]
  const told = (status: number) =>
    codes.flatMap((code) =>
      operatorErrors[code].status === status ? [`\`${code}\`: ${operatorErrors[code].meaning}.`] : [],
    )
  const statuses = [...new Set(codes.map((code) => operatorErrors[code].status))].sort((one, other) => one - other)
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/failure' } } }
  return Object.fromEntries(statuses.map((status) => [status, { description: told(status).join(' '), content }]))
}

const operation = (row: OperatorCall): Schema => ({
  operationId: row.name,
  summary: row.summary,
  'x-scopes': row.power.scopes,
  'x-act': row.power.act,
  ...inputOf({ ...carriedBy(row), input: row.input }, row.method, row.path),
  responses: {
    200: {
      description: 'Success.',
      headers: { [headerNames.logId]: { $ref: '#/components/headers/logId' } },
      content: { 'application/json': { schema: schemaOf(row.output, 'output') } },
    },
    ...failuresOf(row),
  },
})

/** The calls of the operator as an OpenAPI 3.1 document. */
export const operatorOpenApiDocument = (): Schema => {
  const paths: Record<string, Schema> = {}
  for (const row of inOrder(allOperatorCalls))
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operation(row) }
  return withSharedParts({
    openapi: '3.1.0',
    info: { title: 'Butterfly operator API', version: '1' },
    security: [{ operatorKey: [] }, { signature: [] }],
    paths,
    components: {
      headers: { logId: { schema: { type: 'string' } } },
      schemas: { failure },
      securitySchemes: {
        operatorKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An operator key, or the token of a session at the operator’s desk. `x-scopes` names the scopes that it needs, or `all`; where `x-act` is `reads`, `read` is enough.',
        },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: signatureHeaders.signature,
          description: 'A signature by the application key of the settings, as for the other calls of the account API.',
        },
      },
    },
  })
}
