import { texts } from './texts';
import { hasList, useStudio } from './useStudio';

/** Theme and language, as the host's own controls in the replay's header; in a narrow window also the way back to the list. */
export function Switches() {
  const { theme, setTheme, language, setLanguage, showList } = useStudio();
  const isListed = useStudio(hasList);
  const t = texts[language];
  return (
    <>
      {isListed ? (
        <button
          type="button"
          className="studio__switch studio__back"
          aria-label={t.sessions}
          title={t.sessions}
          onClick={showList}
        >
          ☰
        </button>
      ) : null}
      <button type="button" className="studio__switch" onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
        {theme === 'dark' ? t.light : t.dark}
      </button>
      <button type="button" className="studio__switch" onClick={() => setLanguage(language === 'en' ? 'zh' : 'en')}>
        {language === 'en' ? '中文' : 'English'}
      </button>
    </>
  );
}
