// Counts how often a call waits for the table. What it asks for at the same time is held back, asked for at once and answered at
// once, so the count is the same on any machine.
import type { Table } from '#functions/data/lib/table.ts'

/** Calls that wait longest in a state that is made for them (tests/functions/kit/rounds-in-state.test.ts); samples see them refused, or shorter. */
export const inLongestState = [
  'campaigns.overview',
  'campaigns.get',
  'campaigns.checkEmbedCode',
  'pricing.campaignPrice',
  'campaigns.startCharge',
  'campaigns.setActive',
  'campaigns.stopContinualTopUp',
  'campaigns.estimateRefundTopUp',
  'campaigns.refundTopUp',
] as const

type Item = Record<string, unknown>
type Asked = { rows: string[]; isWrite: boolean }
export type Rounds = {
  rounds: number
  /** Rows that were read more than once, although the call had not changed them in between. */
  again: string[]
}

const plain = (value: unknown) => String((value as { S?: string } | undefined)?.S ?? value ?? '')
const nameOf = (key: unknown) => {
  const { pk, sk } = (key ?? {}) as Item
  return `${plain(pk)} ${plain(sk)}`
}

/** The rows that a command names; of a query the query itself. */
function rowsOf(command: string, input: Item): string[] {
  const parts = (input.TransactItems ?? []) as Record<string, Item>[]
  const batches = Object.values((input.RequestItems ?? {}) as Record<string, unknown>)
  switch (command) {
    case 'BatchGetItemCommand':
      return batches.flatMap((batch) => ((batch as { Keys?: Item[] }).Keys ?? []).map(nameOf))
    case 'BatchWriteItemCommand':
      return (batches.flat() as { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } }[]).map(
        ({ PutRequest, DeleteRequest }) => nameOf(PutRequest?.Item ?? DeleteRequest?.Key),
      )
    case 'TransactWriteItemsCommand':
    case 'TransactGetItemsCommand':
      return parts.flatMap((part) => Object.values(part).map((one) => nameOf(one.Item ?? one.Key)))
    case 'QueryCommand': {
      const { IndexName, ExpressionAttributeValues, ExclusiveStartKey, FilterExpression } = input
      return [JSON.stringify(['QUERY', IndexName, ExpressionAttributeValues, ExclusiveStartKey, FilterExpression])]
    }
    default:
      return [nameOf(input.Item ?? input.Key)]
  }
}

/** Turns of the loop without another request until what is waiting is sent. */
const QUIET_TURNS = 25

export function countRounds(table: Table) {
  let asked: Asked[][] | undefined
  let held: (() => void)[] = []
  let inFlight = 0
  let quiet = 0
  let isWatching = false

  function watch() {
    if (inFlight > 0 || held.length === 0) {
      isWatching = false
      return
    }
    if (++quiet <= QUIET_TURNS) {
      setImmediate(watch)
      return
    }
    isWatching = false
    const sent = held
    held = []
    inFlight = sent.length
    asked?.push([])
    for (const send of sent) send()
  }
  function stir() {
    quiet = 0
    if (isWatching) return
    isWatching = true
    setImmediate(watch)
  }

  table.client.middlewareStack.add(
    (next, context) => async (args) => {
      if (!asked) return next(args)
      const command = context.commandName ?? ''
      // @NOTE which command it is says its name; the fields looked at are those of that command.
      const rows = rowsOf(command, args.input as Item)
      await new Promise<void>((resolve) => {
        held.push(resolve)
        stir()
      })
      asked?.at(-1)?.push({ rows, isWrite: /Put|Update|Delete|Write/.test(command) })
      try {
        return await next(args)
      } finally {
        inFlight--
        stir()
      }
    },
    { step: 'initialize', priority: 'high', name: 'countRounds', override: true },
  )

  return {
    async of<T>(work: () => Promise<T>): Promise<Rounds & { result: T }> {
      const mine: Asked[][] = []
      asked = mine
      try {
        const result = await work()
        const seen = new Set<string>()
        const again = new Set<string>()
        for (const { rows, isWrite } of mine.flat())
          for (const row of rows) {
            if (isWrite) seen.delete(row)
            else if (seen.has(row)) again.add(row)
            else seen.add(row)
          }
        return { result, rounds: mine.length, again: [...again] }
      } finally {
        asked = undefined
      }
    },
  }
}
