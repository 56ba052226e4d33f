// What is wrong with a field, in words for the person who filled it in: the parser's own are written for those who program it.
import type * as z from 'zod'

const MOST_CHOICES = 20

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const formats: Record<string, string> = {
  email: 'This is not an e-mail address.',
  url: 'This is not a web address.',
  date: 'Write the day as YYYY-MM-DD.',
  datetime: 'Write the time as YYYY-MM-DDTHH:MM:SSZ.',
}

/** The bound of a text, a number or a list; what was counted is named. */
function boundOf(origin: string, bound: number | bigint, isMost: boolean, isInclusive: boolean): string {
  const words = isMost ? (isInclusive ? 'At most' : 'Less than') : isInclusive ? 'At least' : 'More than'
  const counted = { string: 'character', array: 'entry', set: 'entry', map: 'entry', object: 'field' }[origin]
  if (!counted) return `${words} ${bound}.`
  if (!isMost && isInclusive && Number(bound) === 1) return 'This must not be empty.'
  const many = counted === 'entry' ? 'entries' : `${counted}s`
  return `Use ${words.toLowerCase()} ${bound} ${Number(bound) === 1 ? counted : many}.`
}

function choicesOf(values: readonly unknown[]): string {
  if (values.length > MOST_CHOICES) return 'This is none of the values that are possible here.'
  const words = values.filter((value) => value !== '').map(String)
  const isOpen = values.includes('')
  if (words.length === 1) return `Only ${words[0]}${isOpen ? ' or nothing' : ''} is possible here.`
  return `Use one of ${words.join(', ')}${isOpen ? ', or nothing' : ''}.`
}

/** One sentence for what a contract says nothing about itself; what it says goes before this. */
export function inputWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is missing.'
      return kinds[issue.expected] && `This must be ${kinds[issue.expected]}.`
    case 'too_big':
      return boundOf(issue.origin, issue.maximum, true, issue.inclusive ?? true)
    case 'too_small':
      return boundOf(issue.origin, issue.minimum, false, issue.inclusive ?? true)
    case 'invalid_value':
      return issue.input === undefined ? 'This is missing.' : choicesOf(issue.values)
    case 'invalid_format':
      return formats[issue.format] ?? 'This is not written as it has to be.'
    case 'not_multiple_of':
      return `A multiple of ${issue.divisor}.`
    case 'unrecognized_keys':
      return 'There is no such field.'
    case 'invalid_union':
      return issue.input === undefined ? 'This is missing.' : 'This is none of what is possible here.'
    default:
      return undefined
  }
}
