/**
 * What a blocked person reads, on the login page and on an alarm page that was open. `hasAlarm`: an alarm was out
 * before the block; it goes on.
 */
export const blockedWords = ({ hasAlarm }: { hasAlarm: boolean }) =>
  `Kontot är spärrat. ${
    hasAlarm
      ? 'Larmet är kvar, men det som står här kan ha ändrats. Ring 112 vid fara: inget mer går att skicka härifrån.'
      : 'Ring 112 vid fara: inget larm går att skicka härifrån, och ett som du har skrivit är inte skickat.'
  } Skälet står i mejlet du har fått. Skriv till oss om du tycker att det är fel.`

export const accountBlocked = blockedWords({ hasAlarm: false })
