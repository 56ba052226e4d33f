import { useEffect, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { isDeclined } from '../../api/password-question.ts'
import { useMe } from '../../api/session-store.ts'
import { useSend } from '../../api/use-send.ts'
import { useSudo } from '../../api/use-sudo.ts'
import { notify } from '../../ui/notify.tsx'
import { PasswordStep } from '../../ui/password-step.tsx'
import { AuthenticatorSetup, type NewSecret } from './authenticator-setup.tsx'
import { MethodChoice } from './method-choice.tsx'
import type { Method } from './methods.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type Stage = { at: 'choice' } | { at: 'setup'; secret: NewSecret } | { at: 'codes'; codes: string[] }

export const titles = {
  choice: 'Two Factor Authentication',
  setup: 'Set up your authenticator',
  codes: 'Your recovery codes',
  password: 'Confirm it is you',
}

type Props = {
  onDone: () => void
  /** Told at each stage, for the person who frames them. */
  onStage?: (stage: keyof typeof titles) => void
  /** The person may not go without, so nothing offers that. */
  isRequired?: boolean
}

/** The stages of setting up the second step of one's own sign-in, one in the place of another. */
export function TwoFactorSteps({ onDone, onStage, isRequired = false }: Props) {
  const { id: userId, companyId } = useMe()
  const [stage, setStage] = useState<Stage>({ at: 'choice' })
  const [chosen, setChosen] = useState<Method | null | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const sudo = useSudo()
  const { send: saveSetting } = useSend('security.saveTwoFactor')
  const { send: askSecret } = useSend('security.getGoogleTfa')
  const { send: askCodes } = useSend('security.newRecoveryCodes')

  /** Does one thing; a failure is told with the server's words. */
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!isDeclined(error)) notify('danger', messageOf(error))
    }
    setBusy(false)
  }
  const finish = (message: string, codes: string[]) => {
    notify('success', message)
    if (codes.length > 0) setStage({ at: 'codes', codes })
    else onDone()
  }

  const save = (method: Method | null, former: Method | '') => {
    setChosen(method)
    void attempt(async () => {
      if (method === 'google')
        return setStage({ at: 'setup', secret: await sudo.run(() => askSecret({ userId, companyId })) })
      const input = { userId, twoFactorAuth: method !== null, twoFactorAuthType: method ?? former }
      const { message, recoveryCodes } = await sudo.run(() => saveSetting(input))
      finish(message, recoveryCodes)
    })
  }
  const renewCodes = () =>
    attempt(async () => {
      setStage({ at: 'codes', codes: (await sudo.run(() => askCodes({ userId }))).recoveryCodes })
    })
  const confirmSecret = async (secretKey: string, code: string) => {
    const input = { userId, twoFactorAuth: true, twoFactorAuthType: 'google', secretKey, code } as const
    const { message, recoveryCodes } = await sudo.run(() => saveSetting(input))
    finish(message, recoveryCodes)
  }

  const shown = sudo.isAsking ? 'password' : stage.at
  useEffect(() => onStage?.(shown), [onStage, shown])

  return (
    <>
      {sudo.isAsking && <PasswordStep onConfirm={sudo.confirm} onCancel={sudo.cancel} errorOf={messageOf} />}
      <div hidden={sudo.isAsking}>
        {stage.at === 'choice' && (
          <MethodChoice
            userId={userId}
            isRequired={isRequired}
            chosen={chosen}
            busy={busy}
            onSave={save}
            onRenewCodes={() => void renewCodes()}
          />
        )}
        {stage.at === 'setup' && (
          <AuthenticatorSetup
            secret={stage.secret}
            onConfirm={confirmSecret}
            onCancel={() => setStage({ at: 'choice' })}
          />
        )}
        {stage.at === 'codes' && <RecoveryCodes codes={stage.codes} onDone={onDone} />}
      </div>
    </>
  )
}
