import type { Services } from '#functions/kit/services.ts'

/** What is said, and the code that the process ends with. */
export type Said = { said: string; code: number }
/**
 * Does its work and answers what is to be said; with a code of its own where it found something. Wrong use throws the line that shows
 * the right one. `about` is what `help <command>` says below it: what for, whether and how it changes something, and how it ends.
 */
export type Command = {
  usage: string
  about: string
  run: (services: Services, args: string[]) => Promise<string | Said>
}

export const helpOf = ({ usage, about }: Pick<Command, 'usage' | 'about'>): string =>
  `Usage: npm run operator -- ${usage}\n\n${about}`
