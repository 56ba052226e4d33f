// An address that gets mail of ours, as every form takes it. It is kept as it was typed; what it is known by is its key.
import * as z from 'zod'
import { refusalForEmail } from '../email.ts'

export const EmailText = (most = 254) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .max(most, `Use at most ${most} characters.`)
    .superRefine((email, context) => {
      const why = email.length <= most && refusalForEmail(email)
      if (why) context.addIssue({ code: 'custom', message: why })
    })
    .meta({ format: 'idn-email' })
