const prefix = 'alarm-draft:'

/** The unsent draft of a member, shared by the alarm's page and the offline page. */
export function readDraft(memberId: string): string {
  // Storage may be blocked (private window, full disk). That must not stop the alarm.
  try {
    return localStorage.getItem(prefix + memberId) ?? ''
  } catch {
    return ''
  }
}

export function writeDraft(memberId: string, text: string) {
  try {
    if (text === '') localStorage.removeItem(prefix + memberId)
    else localStorage.setItem(prefix + memberId, text)
  } catch {
    // Storage is blocked; the text is still in the field.
  }
}

export function forgetDrafts() {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name)
  } catch {
    // Storage is blocked, so there are no drafts.
  }
}
