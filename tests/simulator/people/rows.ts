// Files of exclusion lists as people send them, and what of each row has to become, by the documents alone.
import type { Dice } from '../dice.ts'
import { hashForm, hex, plainForm, type SimPerson } from './world.ts'

export type SentFile = {
  text: string
  /** What each valid row holds, in their order. */
  records: string[]
  /** Rows that are refused, counted as a spreadsheet counts them. */
  bad: number[]
}

const kinds = ['md5', 'sha1', 'sha256'] as const
/** Letters in any case. */
const mixed = (dice: Dice, text: string) =>
  [...text].map((letter) => (dice.chance(0.5) ? letter.toUpperCase() : letter)).join('')

export function newRecord(dice: Dice, people: readonly SimPerson[]): { text: string; form: string; address: string } {
  const address = dice.pick(dice.pick(people).addresses)
  if (dice.chance(0.6)) {
    const text = dice.pick([address, address.toUpperCase(), ` ${mixed(dice, address)} `, `"${address}"`])
    return { text, form: plainForm(address), address }
  }
  const kind = dice.pick(kinds)
  return { text: mixed(dice, hex(kind, address.toLowerCase())), form: hashForm(kind, address), address }
}

function badRow(dice: Dice, people: readonly SimPerson[]): string {
  const [address, other] = [dice.pick(dice.pick(people).addresses), dice.pick(dice.pick(people).addresses)]
  return dice.pick([
    `${address} or ${other}`,
    `${address};${other}`,
    'not an address!',
    'a'.repeat(33),
    `${address},${address}`,
    `${address}.`,
    `mailto:${address}`,
    `Petra <${address}>`,
    `${address} called`,
    `${address}!`,
    `${address}/`,
    `${address}; unknown`,
    `(${address}), left`,
    `${address}|x`,
    hex('md5', address).slice(1),
  ])
}

export function newFile(dice: Dice, people: readonly SimPerson[]): SentFile {
  const rows: string[] = []
  const [records, bad]: [string[], number[]] = [[], []]
  if (dice.chance(0.3)) rows.push(dice.pick(['email', 'E-Mail Address', '"MD5 hash"']))
  for (let count = dice.between(1, 9); count > 0; count--) {
    const kind = dice.below(10)
    if (kind < 2) {
      rows.push(dice.pick(['', '  ', ',,', '""']))
      continue
    }
    if (kind < 4) {
      rows.push(badRow(dice, people))
      bad.push(rows.length)
      continue
    }
    const { text, form } = newRecord(dice, people)
    for (let times = dice.chance(0.2) ? 2 : 1; times > 0; times--) {
      rows.push(text)
      records.push(form)
    }
  }
  return { text: rows.join(dice.pick(['\n', '\r\n', '\r'])) + dice.pick(['', '\n']), records, bad }
}

/** As many records are in a piece. */
const PIECE = 10_000
/** A file of a program that is longer than those of people, and the pieces that it has to be cut into. */
export function newLongFile(
  dice: Dice,
  people: readonly SimPerson[],
  tag: string,
): { text: string; pieces: SentFile[] } {
  const rows = Array.from({ length: PIECE + 5 }, (_, number) => {
    const text = `${tag}x${number}@long.example`
    return { text, form: plainForm(text) }
  })
  for (const at of [0, 1, PIECE - 1, PIECE, PIECE + 4]) rows[at] = newRecord(dice, people)
  const pieces = [rows.slice(0, PIECE), rows.slice(PIECE)].map((piece) => ({
    text: piece.map(({ text }) => text).join('\n'),
    records: piece.map(({ form }) => form),
    bad: [],
  }))
  return { text: `email\n${rows.map(({ text }) => text).join('\n')}\n`, pieces }
}
