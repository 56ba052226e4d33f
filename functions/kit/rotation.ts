// How Secrets Manager renews a secret: it calls the worker once for each step, and again when a step failed.
import * as z from 'zod'
import { openSecrets } from '../gateways/secrets.ts'
import { log } from './log.ts'

const Event = z.object({
  Step: z.enum(['createSecret', 'setSecret', 'testSecret', 'finishSecret']),
  SecretId: z.string(),
  ClientRequestToken: z.string(),
})

export type Rotation = {
  /** Makes the next value from the current one (undefined when there is none). */
  next: (current: string | undefined) => string
  /**
   * Tells others, after the value became the current one. Runs again when it failed, so it must bear that. Answers whether all of
   * them use it by now.
   */
  announce?: (value: string) => Promise<boolean>
}

/** The worker that renews a secret. The new value counts from the moment it is current; the one before stays readable. */
export function rotate(rotation: Rotation) {
  return async (input: unknown): Promise<void> => {
    const { Step, SecretId, ClientRequestToken: version } = Event.parse(input)
    const secrets = openSecrets()
    const versions = await secrets.versions(SecretId)
    // A rotation that stopped after its value became current is started again from its first step.
    const isCurrent = versions[version]?.includes('AWSCURRENT') ?? false
    const isMade = isCurrent || (await secrets.read(SecretId, { stage: 'AWSPENDING', version })) !== undefined
    if (Step === 'createSecret' && !isMade) {
      const current = await secrets.read(SecretId, { stage: 'AWSCURRENT' })
      // One that others never heard of may be left by a rotation that failed at its end. They hold the value before it, which the next
      // one would make nobody's: so they use this one first, or nothing is made.
      if (current !== undefined && (await rotation.announce?.(current)) === false)
        throw new Error('Not everybody uses the current value yet. Renew it again in some minutes.')
      await secrets.putPending(SecretId, version, rotation.next(current))
    }
    if (Step === 'finishSecret') {
      const current = Object.keys(versions).find((id) => versions[id]?.includes('AWSCURRENT'))
      if (!isCurrent) await secrets.promote(SecretId, version, current)
      const value = await secrets.read(SecretId, { stage: 'AWSCURRENT', version })
      if (value === undefined) throw new Error('The promoted version cannot be read.')
      await rotation.announce?.(value)
    }
    log.info('done', { rotation: SecretId.split(':').at(-1), step: Step })
  }
}
