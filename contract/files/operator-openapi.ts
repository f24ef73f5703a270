import type { OperatorCall } from '#contract/call'
import { allOperatorCalls } from '#contract/operator/operator-calls'
import { anyOperatorErrors, type OperatorError, operatorErrors } from '#contract/operator/operator-errors'
import { signatureHeaders } from '#contract/wire/signing'
import { documentOf, type Schema, schemaOf } from './openapi'

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

export const operatorOpenApiDocument = (): Schema =>
  documentOf({
    title: 'Butterfly operator API',
    rows: allOperatorCalls,
    security: [{ operatorKey: [] }, { signature: [] }],
    tells: ({ power }) => ({ 'x-scopes': power.scopes, 'x-act': power.act }),
    contentOf: ({ output }) => ({ 'application/json': { schema: schemaOf(output, 'output') } }),
    failuresOf,
    components: {
      schemas: { failure },
      securitySchemes: {
        operatorKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An operator key, or the token of a session at the operator’s desk. It needs one of the scopes in `x-scopes`, or `all`; if `x-act` is `reads`, `read` is enough.',
        },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: signatureHeaders.signature,
          description: 'A signature with the application key of the settings, as for other calls of the account API.',
        },
      },
    },
  })
