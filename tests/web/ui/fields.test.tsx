import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { CodeInput } from '#web/ui/code-input.tsx'
import { EmailInput } from '#web/ui/email-input.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { TagInput } from '#web/ui/tag-input.tsx'
import { ZipTextArea } from '#web/ui/zip-text-area.tsx'
import { render } from '../render.tsx'

const textOf = (label: string) => {
  const field = screen.getByLabelText(label)
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : undefined
}
const caretOf = (label: string) => {
  const field = screen.getByLabelText(label)
  return field instanceof HTMLInputElement ? field.selectionStart : undefined
}

function Email({ force = true, start = '' }: { force?: boolean; start?: string }) {
  const [text, setText] = useState(start)
  return <EmailInput label="E-mail" value={text} onChange={setText} forceLowercase={force} />
}

function Zips() {
  const [text, setText] = useState('')
  return <ZipTextArea label="Zip codes" value={text} onChange={setText} />
}

function Tags() {
  const [tags, setTags] = useState<string[]>([])
  return (
    <>
      <TagInput label="Keywords" value={tags} onChange={setTags} />
      <output>{JSON.stringify(tags)}</output>
    </>
  )
}

function Code() {
  const [code, setCode] = useState('')
  const [sent, setSent] = useState('')
  return (
    <>
      <CodeInput label="Code" value={code} onChange={setCode} onComplete={setSent} />
      <output>{sent}</output>
    </>
  )
}

describe('EmailInput', () => {
  it('WID-024 turns capitals into small letters', async () => {
    const { user } = render(<Email />)
    await user.type(screen.getByLabelText('E-mail'), 'A@B.C')
    expect(textOf('E-mail')).toBe('a@b.c')
  })

  it('leaves capitals alone when it is told to', async () => {
    const { user } = render(<Email force={false} />)
    await user.type(screen.getByLabelText('E-mail'), 'A@B.C')
    expect(textOf('E-mail')).toBe('A@B.C')
  })

  it('keeps the caret in the middle of a word', async () => {
    const { user } = render(<Email start="olive@example.com" />)
    const field = screen.getByLabelText('E-mail')
    await user.click(field)
    await user.type(field, 'X', { initialSelectionStart: 5, initialSelectionEnd: 5 })
    expect(textOf('E-mail')).toBe('olivex@example.com')
    expect(caretOf('E-mail')).toBe(6)
  })
})

describe('ZipTextArea', () => {
  it('WID-026 WID-027 WID-029 keeps digits, and one line for each code', async () => {
    const { user } = render(<Zips />)
    const field = screen.getByLabelText('Zip codes')
    await user.type(field, '12a345,60601 {Enter}{Enter}60602')
    expect(textOf('Zip codes')).toBe('12345\n60601\n60602')
  })

  it('COB-19 shows five codes at once', () => {
    render(<Zips />)
    expect(screen.getByLabelText('Zip codes').getAttribute('rows')).toBe('5')
  })

  it('WID-028 splits what is pasted on commas and blanks', async () => {
    const { user } = render(<Zips />)
    await user.click(screen.getByLabelText('Zip codes'))
    await user.paste('1 2,3')
    expect(textOf('Zip codes')).toBe('1\n2\n3')
  })
})

describe('TagInput', () => {
  it('WID-025 makes no tag of blanks', async () => {
    const { user } = render(<Tags />)
    await user.type(screen.getByRole('combobox'), '   {Enter}roof{Enter},  ,')
    expect(screen.getByRole('status').textContent).toBe('["roof"]')
  })
})

describe('PasswordInput', () => {
  it('ticks each rule as it is met', () => {
    const rules = [{ label: 'At least 3 letters', test: (text: string) => text.length >= 3 }]
    const { rerender } = render(<PasswordInput label="Password" value="ab" onChange={() => {}} rules={rules} />)
    expect(screen.getByText('(not met yet)')).toBeTruthy()
    rerender(<PasswordInput label="Password" value="abc" onChange={() => {}} rules={rules} />)
    expect(screen.getByText('(met)')).toBeTruthy()
  })
})

describe('CodeInput', () => {
  it('takes a pasted code at once, digits only', () => {
    render(<Code />)
    fireEvent.paste(screen.getByLabelText('Digit 1 of 6'), { clipboardData: { getData: () => '123456' } })
    expect(screen.getByRole('status').textContent).toBe('123456')
  })
})
