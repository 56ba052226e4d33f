import type { Services } from '#functions/kit/services.ts'
import type { Command } from './command.ts'

type Needed = Pick<Services, 'db' | 'now'>
const pauseUsage = 'pause <why>'
const pauseAbout = `Lets the timetable stand still: nothing is billed, charged, expired or sent by itself until \`resume\`. Does it at once.
What is in the queues is still worked on, and people can still use the platform. Say why, in quotes: \`resume\` repeats it.`

async function begin({ db, now }: Needed, [why, ...more]: string[]): Promise<string> {
  if (!why || why.startsWith('-') || more.length > 0)
    throw new Error(`Usage: npm run operator -- ${pauseUsage}\nNo schedule runs until \`resume\`. Say why, in quotes.`)
  await db.pause.begin({ since: now(), why })
  return 'The timetable stands still. What is in the queues is still worked on, and alarms for silent schedules will ring.'
}

const resumeUsage = 'resume'
const resumeAbout =
  'Lets the timetable run again, at once. What became due meanwhile is done with the next runs, once and not for each run that was left out.'

async function end({ db }: Needed, args: string[]): Promise<string> {
  if (args.length > 0) throw new Error(`Usage: npm run operator -- ${resumeUsage}`)
  const pause = await db.pause.find()
  if (!pause) return 'The timetable runs.'
  await db.pause.end()
  return `The timetable runs again. It stood still since ${new Date(pause.since).toISOString()}: ${pause.why}. What became due meanwhile is done with the next runs.`
}

/** Nothing is billed, charged or sent by itself until it is ended. */
export const pause: Command = { usage: pauseUsage, about: pauseAbout, run: begin }
export const resume: Command = { usage: resumeUsage, about: resumeAbout, run: end }
