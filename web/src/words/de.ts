import type { Words } from './en';

/** Deutsch: was hier fehlt, wird englisch gesagt. */
export const de: Partial<Words> = {
  tagline: 'Vier Schachvarianten. Gegen Menschen, gegen die Engine.',
  play: 'Spielen', watch: 'Zuschauen', archive: 'Archiv', analysis: 'Analyse', learn: 'Lernen', settings: 'Einstellungen', account: 'Konto',
  playNow: 'Jetzt spielen', createTable: 'Tisch aufmachen', openTables: 'Offene Tische', continueGames: 'Weiterspielen', join: 'Mitspielen', look: 'Zuschauen',
  yourTurn: 'Du bist dran', resign: 'Aufgeben', yes: 'Ja', no: 'Nein', cancel: 'Abbrechen', offerDraw: 'Remis anbieten', takeback: 'Zurücknehmen', accept: 'Annehmen', decline: 'Ablehnen',
  record: 'Züge', chat: 'Gespräch', send: 'Senden', rematch: 'Revanche', analyse: 'Analysieren', drawn: 'Remis', youWon: 'Gewonnen!', youLost: 'Verloren',
  theme: 'Farben', language: 'Sprache', sounds: 'Töne', coordinates: 'Koordinaten', save: 'Speichern', name: 'Name', password: 'Passwort', logIn: 'Anmelden', logOut: 'Abmelden',
};
