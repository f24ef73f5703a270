import { csvHeaders } from '~/features/organisations/csv'
import type { Args } from '~/runtime/load-context'
import { logIdOf, logOf } from '~/runtime/log.server'

/**
 * Streams a file: the next part is requested when the previous one was sent, and none after the browser disconnects. If
 * a part fails, the connection is cut, so nobody takes an incomplete file for a whole one, and the log reports it.
 */
export const csvStream = (
  args: Args,
  parts: AsyncGenerator<string, void>,
  facts: Parameters<typeof csvHeaders>[0],
): Response => {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { value, done } = await parts.next()
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (thrown) {
          const err = thrown instanceof Response ? new Error(`a part was answered ${thrown.status}`) : thrown
          logOf(args).error({ logId: logIdOf(args), err }, 'a page failed')
          controller.error(err)
        }
      },
      cancel: async () => {
        await parts.return()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: csvHeaders(facts) })
}
