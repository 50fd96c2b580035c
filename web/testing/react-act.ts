// Must be loaded before the testing library.
import React from 'react'
import { flushSync } from 'react-dom'

/** React has no `act` in production; the testing library calls it to have an event's changes on the page at once. */
function act(callback: () => unknown): Promise<unknown> {
  let result: unknown
  flushSync(() => {
    result = callback()
  })
  return Promise.resolve(result)
}

Object.assign(React, { act })
