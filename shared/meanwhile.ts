// Two people who change the same. Each says beside a change what stood there: where somebody else has set that since, the change is
// refused and says what it is by now. What else they changed stays, because it is not sent.
import { AppError } from './errors.ts'
import { priceCurrency } from './money/price-text.ts'

type Fields = Readonly<Record<string, unknown>>
const isAlike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** `text`: what it is now, as its form shows it. */
export const setMeanwhile = (what: string, text: string) =>
  `Somebody else ${text === '' ? `took ${what} away` : `set ${what} to ${text}`} meanwhile.`

const currencyOf = (text: string) => text && priceCurrency(Math.round(Number(text) * 10_000))
/** The same for amounts, as the wire writes them: `4.1`, or several with a comma between them. */
export const amountMeanwhile = (what: string, text: string) =>
  setMeanwhile(what, text.split(',').map(currencyOf).join(', '))

/** Where the form shows a name, and the field holds an id. */
export const chosenMeanwhile = (what: string) => `Somebody else chose another ${what} meanwhile.`

const AGAIN = 'Save again to have it your way.'

type Change<Shown extends Fields> = {
  now: Shown
  /** As it is now, with what the person saw of the fields that they change. */
  seen: Fields
  wanted: Fields
}

/**
 * Throws where somebody else was there first, by the name of each field. Who wants what stands there already loses nothing. `say`: the
 * sentence of a field; where the form has no place for it, it is read alone. `told`: what is now, as the call takes it
 * for what was seen: who presses again has seen that, and no change of a third person.
 */
export function refuseMoved<Shown extends Fields>(
  { now, seen, wanted }: Change<Shown>,
  say: (field: keyof Shown & string, value: string) => string,
  told: Fields = now,
): void {
  const moved = Object.entries(now).filter(
    ([field, value]) => !isAlike(seen[field], value) && !isAlike(wanted[field], value),
  )
  if (moved.length === 0) return
  const said = moved.map(([field, value]) => [field, say(field, String(value))] as const)
  const fields = Object.fromEntries(said.map(([field, sentence]) => [field, `${sentence} ${AGAIN}`]))
  const sentences = new Set(said.map(([, sentence]) => sentence))
  throw new AppError('conflict', [...sentences, AGAIN].join(' '), { fields, now: { ...told } })
}
