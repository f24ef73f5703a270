import { csvHeaders } from '~/features/organisation/csv'
import type { Args } from '~/runtime/load-context'
import { logIdOf, logOf } from '~/runtime/log.server'

/**
 * Answers with a file that is sent as it is made: the next part is asked for when the one before has left, and no part
 * after the browser has gone. A part that cannot be made breaks the connection off, so that nobody takes a piece for the
 * whole file, and is in the log.
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
