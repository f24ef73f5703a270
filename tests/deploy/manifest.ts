import { parseAllDocuments } from 'yaml'
import { read } from '#tests/docs/documents'

export const objects: readonly unknown[] = parseAllDocuments(read('deploy/kubernetes.yaml')).map((each) => each.toJS())
