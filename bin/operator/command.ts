import type { Services } from '#functions/kit/services.ts'

/** Does its work and answers one sentence. Wrong use throws the line that shows the right one. */
export type Command = { usage: string; run: (services: Services, args: string[]) => Promise<string> }
