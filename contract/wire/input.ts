import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { type Call, type Method, pathFields } from '#contract/call'
import { withoutAliases } from '#contract/terms/aliases'
import { mix, unmix } from './mix-mode'

/** The input of a call as parts of an HTTP request. */
export interface Carried {
  path: string
  contentType?: string
  /** The exact bytes, which the signature covers. */
  body?: string | Buffer<ArrayBuffer>
}

/** The parts of a row that determine how its input is carried. */
type CarriedRow = Pick<Call, 'method' | 'body' | 'sensitive' | 'aliases'>

/** A request as a server received it. */
interface Arrived {
  method: Method
  /** The decoded values of the fields in the path. */
  params: Record<string, unknown>
  query: Record<string, unknown>
  contentType: string
  body: Buffer
}

/**
 * Writes the input of a call: fields of the path into the path, the others into the query of a GET or the body of a
 * POST.
 * @param path the path of the row, or the deployment's own
 */
export const writeInput = (row: Omit<CarriedRow, 'aliases'>, path: string, input: Record<string, unknown>): Carried => {
  const given = Object.entries(mix(input, row.sensitive)).filter(([, value]) => value !== undefined)
  const inPath = new Map(given.filter(([field]) => pathFields(path).includes(field)))
  const filled = path.replace(/\{(\w+)\}/g, (_, field) => encodeURIComponent(String(inPath.get(field))))
  const others = given.filter(([field]) => !inPath.has(field))
  if (row.body === 'multipart') return { path: filled, ...writeMultipart(others) }
  if (row.method === 'POST')
    return { path: filled, contentType: 'application/json', body: JSON.stringify(Object.fromEntries(others)) }
  const query = new URLSearchParams(others.map(([field, value]) => [field, String(value)])).toString()
  return { path: query ? `${filled}?${query}` : filled }
}

/** Reads what {@link writeInput} wrote, before the row's schema checks it. A body that cannot be read has no fields. */
export const readInput = async (
  row: Omit<CarriedRow, 'method'>,
  arrived: Arrived,
): Promise<Record<string, unknown>> => {
  const { method, params, query, contentType, body } = arrived
  const fields =
    method === 'GET' ? query : row.body === 'multipart' ? await readMultipart(contentType, body) : readJson(body)
  return withoutAliases(row.aliases, unmix({ ...fields, ...params }, row.sensitive))
}

const readJson = (body: Buffer): Record<string, unknown> => {
  try {
    const fields: unknown = JSON.parse(body.toString('utf8') || '{}')
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : {}
  } catch {
    return {}
  }
}

/** A form as of RFC 7578. The receiver only looks at the bytes of a file, so its name and type are always the same. */
const writeMultipart = (fields: [string, unknown][]): { contentType: string; body: Buffer<ArrayBuffer> } => {
  const boundary = `butterfly-${randomBytes(16).toString('hex')}`
  const parts = fields.flatMap(([name, value]) => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`
    const [more, content] =
      value instanceof Uint8Array
        ? [`; filename="${name}"\r\ncontent-type: application/octet-stream`, value]
        : ['', Buffer.from(String(value))]
    return [Buffer.from(`${head}${more}\r\n\r\n`), content, Buffer.from('\r\n')]
  })
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  return { contentType: `multipart/form-data; boundary=${boundary}`, body }
}

const readMultipart = async (contentType: string, body: Buffer): Promise<Record<string, unknown>> => {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
    const fields = [...form].map(
      async ([name, value]): Promise<[string, unknown]> => [
        name,
        typeof value === 'string' ? value : new Uint8Array(await value.arrayBuffer()),
      ],
    )
    return Object.fromEntries(await Promise.all(fields))
  } catch {
    return {}
  }
}

/** A form as in RFC 7578. The receiver only looks at the bytes of a file, so its name and type are always the same. */
export const inputFault = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => [...(path.length > 0 ? [path.join('.')] : []), message].join(': ')).join('; ')
