import { Button, TextInput } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { useFieldErrors } from '#web/ui/use-field-errors.ts'
import { render } from '../render.tsx'

function Form({ id, ask }: { id: string; ask: () => Promise<Record<string, string>> }) {
  const { errors, setErrors, mend } = useFieldErrors()
  const save = async () => {
    setErrors({})
    setErrors(await ask())
  }
  return (
    <section role="dialog" aria-label={id}>
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {['name', 'city'].map((name) => (
          <TextInput key={name} label={`${id} ${name}`} error={errors[name]} onChange={() => mend(name)} />
        ))}
      </form>
      <Button type="submit" form={id}>
        Save {id}
      </Button>
    </section>
  )
}

const focused = () => document.activeElement

it('gives the focus to the first field of its own form that is wrong, and leaves it alone while one is mended', async () => {
  const user = userEvent.setup()
  let wrong: Record<string, string> = { name: 'Enter a name.', city: 'Enter a city.' }
  const ask = async () => wrong
  render(
    <>
      <Form id="one" ask={ask} />
      <Form id="two" ask={ask} />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Save one' }))
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('one name')))
  await user.click(screen.getByRole('button', { name: 'Save two' }))
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('two name')))
  await user.type(screen.getByLabelText('two name'), 'A')
  expect(focused()).toBe(screen.getByLabelText('two name'))
  wrong = { city: 'Enter a city.' }
  await user.click(screen.getByRole('button', { name: 'Save two' }))
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('two city')))
})
