import { dirname } from 'node:path'
import { z } from 'zod'
import { readJsonFile, whyNoJson } from './json-file'

/**
 * The value of a setting that is the path of a JSON file. A fault is reported with its place in the file.
 * @param schemaIn the schema of the content, given the folder of the file
 * @param what describes the file, after “has to name a JSON file”
 */
export const describedFile = <Value>(what: string, schemaIn: (folder: string) => z.ZodType<Value>) =>
  z.string().transform((path, context): Value => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const content = readJsonFile(path)
    if (content === undefined) return refuse(`has to name a JSON file ${what}: ${whyNoJson(path)}`)
    const parsed = schemaIn(dirname(path)).safeParse(content)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    return refuse(`names a file whose ${issue?.path.join('.') || 'content'} cannot be used: ${issue?.message}`)
  })
