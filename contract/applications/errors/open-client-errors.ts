import { z } from 'zod'
import { clientNameRefusals, clientUrlFaults, clientUrlFields } from '#contract/applications/open-clients'

const noData = z.object({})

/** The failures of applications that an organisation registers. */
export const openClientErrors = {
  /** The organisation has no application with this key. Whether another one has is not revealed. */
  no_client_of_subject: { number: 2070, status: 404, data: noData },
  client_name_refused: { number: 2071, status: 409, data: z.object({ reason: z.enum(clientNameRefusals) }) },
  too_many_clients: { number: 2072, status: 409, data: z.object({ most: z.number().int() }) },
  /** The secret was replaced meanwhile, perhaps by the same person's earlier click. */
  client_secret_changed: { number: 2073, status: 409, data: noData },
  /** The application cannot keep a secret, so it has none. */
  client_has_no_secret: { number: 2074, status: 409, data: noData },
  /** `line`: which address of the field, from 1. `instead`: its correct spelling. */
  client_urls_refused: {
    number: 2075,
    status: 400,
    data: z.object({
      refused: z.array(
        z.object({
          field: z.enum(clientUrlFields),
          line: z.number().int(),
          reason: z.enum(clientUrlFaults),
          instead: z.string().optional(),
        }),
      ),
    }),
  },
  /** The operator has disabled the application, and only the operator can enable it. */
  client_disabled_by_operator: { number: 2076, status: 403, data: noData },
} as const
