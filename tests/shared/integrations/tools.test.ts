import { describe, expect, it } from 'vitest'
import { choiceFaults, fieldFaults, tools } from '#shared/integrations/tools.ts'

describe('faults of a tool', () => {
  it('name what is missing as it stands inside a sentence, and leave abbreviations as they are', () => {
    expect(fieldFaults(tools.clickfunnels, {})).toEqual({
      subdomain: 'Enter the subdomain.',
      workspace_id: 'Enter the workspace id.',
      token: 'Enter the access token.',
    })
    expect(fieldFaults(tools.kartra, { api_key: 'a' })).toEqual({ api_password: 'Enter the API password.' })
    expect(choiceFaults(tools.gohighlevelv2, {})).toEqual({ location: 'Choose a sub-account.' })
  })
})
