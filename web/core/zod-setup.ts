import { config } from 'zod'

// Generated parsers need eval, which the content security policy forbids. Read when a schema is built,
// so this module comes before every contract module.
config({ jitless: true })
