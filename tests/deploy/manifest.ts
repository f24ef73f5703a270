import { parseAllDocuments } from 'yaml'
import { read } from '#tests/docs/documents'

/** The objects of deploy/kubernetes.yaml. */
export const objects: readonly unknown[] = parseAllDocuments(read('deploy/kubernetes.yaml')).map((each) => each.toJS())
