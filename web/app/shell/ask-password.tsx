import { modals } from '@mantine/modals'
import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { declined } from '../../api/declined.ts'
import { coverPage, goBack, wayBack } from '../../ui/focus-return.ts'
import { PasswordStep } from '../../ui/password-step.tsx'

/** The question for the own password, over what asked for it, which stays as it was typed. Leaving it by any way is a no. */
function ask(): Promise<void> {
  const way = wayBack()
  const uncover = coverPage(way)
  return new Promise((resolve, reject) => {
    const close = () => modals.close(id)
    const id = modals.open({
      title: 'Confirm it is you',
      children: (
        <PasswordStep
          onConfirm={async (password) => {
            await send('session.confirmPassword', { password })
            resolve()
            close()
          }}
          onCancel={close}
          errorOf={messageOf}
        />
      ),
      onClose: () => {
        goBack(way)
        uncover()
        reject(declined())
      },
    })
  })
}

let asking: Promise<void> | undefined

/** Acts that need it at once share one question. */
export function askPassword(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}
