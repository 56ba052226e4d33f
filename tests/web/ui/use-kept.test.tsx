import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PriceInput } from '#web/ui/price-input.tsx'
import { useKept } from '#web/ui/use-kept.ts'
import { render } from '../render.tsx'

type Kept = { name: string; price: number }
const held = () => Promise.withResolvers<boolean>()

function Form({ kept, work }: { kept: Kept; work: () => Promise<boolean> }) {
  const { values, setValues, met, isDirty, sending } = useKept(kept)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const isKept = sending(values)
        void work().then((isSaved) => isSaved && isKept())
      }}
    >
      <input
        aria-label="Name"
        value={values.name}
        onChange={({ currentTarget: { value } }) => setValues((now) => ({ ...now, name: value }))}
      />
      <PriceInput
        label="Price"
        decimals={2}
        price={values.price}
        onChange={(price) => setValues((now) => ({ ...now, price }))}
      />
      <button type="submit">Save</button>
      <output>{isDirty ? 'changed' : 'as it is kept'}</output>
      <p title="met">{`${met.name} ${met.price}`}</p>
    </form>
  )
}
const text = () =>
  [screen.getByLabelText('Name'), screen.getByLabelText('Price')].map((each) => (each as HTMLInputElement).value)
const type = (value: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value } })
const state = () => screen.getByRole('status').textContent

it('follows what others change beside what is typed, and writes nothing old back', () => {
  const form = (kept: Kept) => <Form kept={kept} work={() => Promise.resolve(true)} />
  const { rerender } = render(form({ name: 'Oak', price: 10_000 }))
  type('Elm')
  // Who only stands in a field types nothing.
  fireEvent.focus(screen.getByLabelText('Price'))
  rerender(form({ name: 'Ash', price: 20_000 }))
  fireEvent.blur(screen.getByLabelText('Price'))
  expect(text()).toEqual(['Elm', '$2.00'])
  expect(state()).toBe('changed')
})

it('knows what stood in a field when it was typed in, no matter what others set there since', () => {
  const form = (kept: Kept) => <Form kept={kept} work={() => Promise.resolve(true)} />
  const { rerender } = render(form({ name: 'Oak', price: 10_000 }))
  const met = () => screen.getByTitle('met').textContent
  rerender(form({ name: 'Ash', price: 10_000 }))
  type('Elm')
  rerender(form({ name: 'Fir', price: 20_000 }))
  rerender(form({ name: 'Yew', price: 30_000 }))
  expect([text(), met()]).toEqual([['Elm', '$3.00'], 'Ash 30000'])
  // Taken back, nothing of it was typed.
  type('Yew')
  expect([state(), met()]).toEqual(['as it is kept', 'Yew 30000'])
})

it.each(['before', 'after'])(
  'takes what was sent as it is kept, read anew %s its answer, and keeps what is typed since',
  async (when) => {
    const { promise, resolve } = held()
    const form = (kept: Kept) => <Form kept={kept} work={() => promise} />
    const { rerender, user } = render(form({ name: 'Oak', price: 10_000 }))
    type(' Elm ')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    if (when === 'before') rerender(form({ name: 'Elm', price: 20_000 }))
    resolve(true)
    if (when === 'after') {
      await waitFor(() => expect(state()).toBe('as it is kept'))
      type('Elm tree')
      rerender(form({ name: 'Elm', price: 20_000 }))
      expect(text()).toEqual(['Elm tree', '$2.00'])
      expect(state()).toBe('changed')
      return
    }
    await waitFor(() => expect(text()).toEqual(['Elm', '$2.00']))
    expect(state()).toBe('as it is kept')
  },
)

it('keeps what could not be saved', async () => {
  const { promise, resolve } = held()
  const form = (kept: Kept) => <Form kept={kept} work={() => promise} />
  const { rerender, user } = render(form({ name: 'Oak', price: 10_000 }))
  type('Elm')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  rerender(form({ name: 'Ash', price: 10_000 }))
  resolve(false)
  await waitFor(() => expect(text()).toEqual(['Elm', '$1.00']))
  expect(state()).toBe('changed')
})
