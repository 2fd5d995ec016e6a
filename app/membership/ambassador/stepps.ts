/** The six principles of the STEPPS model, in everyday Swedish. */
export const stepps = [
  {
    letter: 'S',
    term: 'Social currency',
    title: 'Socialt värde',
    text: 'Man tipsar gärna om det som får en att verka klok. Berätta något som få vet.',
  },
  {
    letter: 'T',
    term: 'Triggers',
    title: 'Det som påminner',
    text: 'Knyt tipset till något som händer ofta: väktaren som går förbi, hunden som ska ut.',
  },
  {
    letter: 'E',
    term: 'Emotion',
    title: 'Känsla',
    text: 'Säg vad det betyder för dig att någon går rundan när det är mörkt.',
  },
  {
    letter: 'P',
    term: 'Public',
    title: 'Det som syns',
    text: 'Ett märke på dörren eller en väst på gatan säger mer än en annons.',
  },
  {
    letter: 'P',
    term: 'Practical value',
    title: 'Praktisk nytta',
    text: 'Ge en siffra att ta med sig: 10 % rabatt, 39\u00a0kr, 12 månader.',
  },
  {
    letter: 'S',
    term: 'Stories',
    title: 'Berättelser',
    text: 'En liten berättelse minns man längre än tio argument.',
  },
] as const
