"""Messages about a run, in German."""

MESSAGES: dict[str, str] = {
    "run_ended": "simuliert bis t = {t} s; {accuracy}",
    "run_error": "geschätzter Fehler {error} (Toleranz {rtol})",
    "run_error_until_worst": (
        "der geschätzte Fehler hält {rtol} bis t = {t} s ein; danach erreicht er {error} bei {name} zur "
        "Zeit t = {at} s: {cause}"
    ),
    "run_error_too_large": (
        "der geschätzte Fehler {error} bei {name} zur Zeit t = {at} s liegt über der Toleranz {rtol}: {cause}"
    ),
    "cause_rounding": "mehr lässt die doppelte Genauigkeit hier nicht zu",
    "cause_truncation": "feinere Schritte ändern das Ergebnis noch",
    "run_error_until": "der geschätzte Fehler hält {rtol} bis t = {t} s ein; danach erreicht er {error}",
    "run_chaotic": (
        "der geschätzte Fehler hält {rtol} bis t = {t} s ein; danach ist die Bewegung chaotisch: Benachbarte"
        " Bahnen laufen auseinander, und dies ist eine von ihnen"
    ),
    "run_stepped_over": (
        "simuliert bis t = {t} s, aber bei t = {at} s sind die Schritte von {method} über eine schmale Stelle"
        " hinweggegangen, an der sich {name} schnell ändert: Ab dort ist die Bewegung falsch; verwenden Sie"
        " auto, rk853 oder radau, die jeden Schritt auf solche Stellen prüfen"
    ),
    "run_integral_off": (
        "simuliert bis t = {t} s, aber {name} ist um bis zu {error} seiner Größe falsch: Der Integrand ändert"
        " sich zu schnell für eine Summe über 64 Teilintervalle; geben Sie die Stammfunktion an, oder teilen"
        " Sie das Integral dort, wo sich der Integrand schnell ändert"
    ),
    "run_not_unique": (
        "die Bewegung ist nur bis t = {t} s eindeutig: Dort ist {name} null mit unendlicher Steigung, sodass"
        " von diesem Zustand aus mehrere Bewegungen möglich sind; dies ist eine von ihnen"
    ),
    "run_error_unknown_after": (
        "der geschätzte Fehler hält {rtol} bis t = {t} s ein; danach ist er unbekannt: eine Simulation mit"
        " anderen Schritten endete dort"
    ),
    "run_fixed_steps": "feste Schritte von {dt} s, deren Fehler nicht überwacht wird",
    "run_error_unknown": (
        "der Fehler ist nicht bekannt: feinere Schritte würden den zulässigen Rechenaufwand einer "
        "Simulation übersteigen"
    ),
    "run_interrupted": "vom Benutzer bei t = {t} s angehalten; das Berechnete bleibt erhalten",
    "run_stopped_by_event": "das Ereignis {name} hielt die Simulation bei t = {t} s an",
    "run_constraints_off": "simuliert bis t = {t} s, aber die Bindungen weichen um {error} ihrer Größe ab",
    "run_values_missing": (
        "simuliert bis t = {t} s, aber in manchen Zeilen fehlt ein endlicher Wert; Spalten mit solchen"
        " Zeilen: {count}, zuerst {name} bei t = {first} s"
    ),
    "run_friction_gives": (
        "simuliert bis t = {t} s, aber Reibung in Kontakten führt {error} der Energie zu, obwohl sie nur"
        " welche entziehen kann: die Bewegung ist falsch, durch einen Fehler dieses Programms; {advice}"
    ),
    "advice_second_opinion": "vergleichen Sie mit --method scipy:DOP853, und melden Sie es bitte",
    "run_energy_unexplained": (
        "simuliert bis t = {t} s, aber {error} der Energie bleibt ungeklärt, mehr als {allowed} übrig"
        " lassen sollte: {advice}"
    ),
    "allowed_by_steps": "ein solcher Schritt",
    "allowed_by_rtol": "die Toleranz rtol = {rtol}",
    "advice_smaller_step": "versuchen Sie einen Schritt kleiner als dt = {dt}",
    "advice_kinks": (
        "Sprünge oder Knicke im Modell (sign, step, if) oder eine für die Abtastung zu schnelle Bewegung"
        " können die Ursache sein"
    ),
    "run_failed": "angehalten bei t = {t} s: {reason}",
    "failure_seen": "{what}; dort zeigt sich: {seen}",
    "in_turn": "{first}; {then}",
    "failure_unexplained": (
        "{what}; die Ursache ist nicht erkennbar: Trägheit und Bindungen sind regulär, kein Nenner geht gegen"
        " null, nichts schaltet um oder divergiert"
    ),
    "failure_rate": "die Änderungsrate ist dort nicht endlich",
    "failure_rate_of": "die Änderungsrate von {name} ist dort nicht endlich",
    "failure_singular": "die Beschleunigungen sind dort nicht bestimmt",
    "failure_underflow": (
        "die geforderte Genauigkeit verlangt Schritte, die für doppelte Genauigkeit zu klein sind"
    ),
    "failure_underflow_of": (
        "die Genauigkeit von {name} verlangt Schritte, die für doppelte Genauigkeit zu klein sind"
    ),
    "failure_chattering": "die Schritte wurden zu klein, die Simulation kommt nicht voran",
    "failure_off": "die Bindungen ließen sich nicht wieder erfüllen",
    "seen_root": (
        "{name} ist jenseits davon nicht definiert (das Argument ist {value}); "
        "wenn es dort bleiben soll, schreiben Sie max(…, 0) für das Argument"
    ),
    "seen_ending": "{name} ist jenseits davon nicht definiert (das Argument ist {value})",
    "seen_divisor": "der Nenner {name} geht gegen null ({value})",
    "seen_inertia": "die Trägheit längs {names} verschwindet ({now}, am Anfang {start})",
    "seen_gradient": "der Gradient von {names} verschwindet ({now}, am Anfang {start})",
    "seen_dependent": "{names} werden voneinander abhängig ({now}, am Anfang {start})",
    "seen_runaway": "{name} divergiert: der Wert ist {value} und ändert sich um ebenso viel in {time} s",
    "seen_jam": (
        "die Kräfte, die von {names} abhängen, klemmen: je mehr sie wirken, desto mehr wachsen sie"
        " (Determinante {now}, am Anfang {start})"
    ),
    "seen_open": "die Gleichungen bestimmen {names} nicht mehr ({now}, am Anfang {start})",
    "seen_switch": "{name} schaltet um",
    "seen_clock": (
        "die Bewegung ändert sich in {time} s, aber doppelte Genauigkeit löst die Zeit dort nur auf {between}"
        " s auf"
    ),
    "seen_stiff": "die Stabilität begrenzt {part} % der Schritte, versuchen Sie --method radau",
    "failure_diverged": (
        "die Gleichungen eines Schritts haben keine Lösung in der Nähe; versuchen Sie ein kleineres --dt"
    ),
    "failure_jumped": (
        "eine Bindung springt dort, und wegen der Trägheit kann die Bewegung ihr nicht folgen; lassen Sie "
        "die Bindung sich über eine gewisse Zeit ändern"
    ),
    "failure_impulse": (
        "Geschwindigkeiten springen dort, und es wurden keine gefunden, die zu den Impulsen davor passen "
        "(eine unbekannte Kraftgröße kann keinen Stoß ausüben); geben Sie dem Sprung etwas Zeit, oder "
        'verwenden Sie für die Tabelle interpolate = "monotone"'
    ),
    "failure_stiff": "die Stabilität begrenzt die Schritte; versuchen Sie --method radau",
    "failure_exhausted": (
        "die Simulation hat ihre Grenze an Rechenarbeit erreicht; verkürzen Sie die Zeit, oder suchen Sie"
        " eine Bewegung, die viel schneller ist als die Abtastung"
    ),
    "failure_crowded": "dort folgen Ereignisse zu schnell aufeinander, um sie zu unterscheiden",
    "failure_event_again": (
        "das Ereignis {name} träte sofort und endlos wieder ein: die gesetzten Werte lösen es erneut aus,"
        " oder die Zeiten dazwischen sind zu kurz geworden; lassen Sie es die Simulation beenden, oder"
        " verwenden Sie einen Kontakt, der zur Ruhe kommen kann"
    ),
    "failure_event_value": "das Ereignis {name} setzt {entry} auf einen Wert, der nicht endlich ist",
    "failure_event_off": (
        "in der Nähe der Werte, die das Ereignis {name} setzt, erfüllt kein Zustand die Bindungen"
    ),
    "failure_event_inside": (
        "die Werte, die das Ereignis {name} setzt, liegen im Inneren des Kontakts {contact}"
    ),
    "failure_impulse_value": "der Kraftstoß {name} ist nicht endlich",
    "failure_sample_value": "der Abtastwert {name} ist nicht endlich",
    "failure_paradox": (
        "die Reibung oder eine andere Kraft, die von einer Kontaktkraft abhängt, verstärkt dort diese "
        "Kontaktkraft unbegrenzt, und keine Bewegung mit endlichen Kräften ist möglich (Paradoxon von "
        "Painlevé); ein kleinerer Koeffizient oder ein nachgiebiger Kontakt kann helfen"
    ),
    "failure_undetermined": (
        "dort schließt ein Kontakt mit einem Stoß, und Kräfte hängen von seiner Kraft ab: Im Stoß sind sie"
        " nicht bestimmt, weil sie sich mit den springenden Geschwindigkeiten ändern oder Energie erzeugen"
        " würden; ein nachgiebiger Kontakt kann helfen"
    ),
    "failure_undecided": (
        "dort schließt ein Kontakt mit einem Stoß, und Kräfte, die von seiner Kraft abhängen, hängen auch von"
        " mehr Schaltern ab, die auf null stehen oder von Kräften entschieden werden, als in allen"
        " Kombinationen geprüft werden können; schreiben Sie sie mit weniger abs, sign, min, max und if, oder"
        " verwenden Sie einen nachgiebigen Kontakt"
    ),
    "failure_impulse_law": (
        "Kräfte oder Änderungsraten von Zuständen hängen von Kräften ab, die während {name} Kraftstöße sind:"
        " Dort sind sie nicht bestimmt, weil sie sich mit den springenden Geschwindigkeiten ändern; lassen"
        " Sie die Kraft eine Zeit lang wirken"
    ),
    "failure_jammed": "Bindungen treiben die Bewegung in einen geschlossenen Kontakt; nichts gibt nach",
    "remark_sampled_function": (
        "die Funktion des Eingangs {name} wurde zu {count} Zeitpunkten abgetastet; der kubische Spline durch"
        " diese Werte weicht um höchstens {error} ihres größten Werts ab"
    ),
    "remark_samples": (
        "Abtastwerte alle {dt} s zeigen Eigenschwingungen über {limit} Hz bei falschen Frequenzen, und das"
        " Modell hat am Anfang welche bei {modes} Hz: Mehr Abtastwerte würden sie richtig zeigen"
    ),
    "remark_coarse_steps": (
        "Schritte von {dt} s sind grob für Eigenschwingungen bei {modes} Hz: Eine Periode sollte mindestens"
        " {count} Schritte haben"
    ),
    "remark_coarse_newmark": (
        "Schritte von {dt} s sind grob für Eigenschwingungen bei {modes} Hz, die newmark nach {shifted} Hz"
        " verschiebt: Eine Periode sollte mindestens {count} Schritte haben"
    ),
    "remark_wedged": (
        "in {count} der Schritte sind die Kräfte der Kontakte nur auf 4 Stellen richtig: Die Kontakte"
        " verkeilten sich"
    ),
    "remark_mean_forces": (
        "in {count} der Zeilen, zuerst bei t = {first} s, passen keine Kräfte der Kontakte zum Gleiten in"
        " diesem Augenblick (Painlevés Paradoxon): Die Kräfte und Beschleunigungen dort sind Mittelwerte über"
        " einen Schritt"
    ),
    "remark_values_missing": (
        "Ausgaben ohne endlichen Wert in manchen Zeilen: {count}, zuerst {name} bei t = {first} s"
    ),
    "remark_not_looked_at": "die Schritte von {method} werden nicht auf schmale Spitzen von Kräften geprüft",
    "remark_unwatched": (
        "die Schritte von {method} werden nicht auf schmale Spitzen von Kräften geprüft; die Bewegung wurde"
        " nachträglich zwischen ihren Zeilen darauf untersucht"
    ),
    "remark_pivots": (
        "{part} % der Auswertungen wurden numerisch wiederholt, weil ein Pivotelement an Genauigkeit"
        " verlor: richtig, aber langsam; die Massenmatrix oder die Bindungen sind dort fast singulär"
    ),
    "remark_delay_held": "vor dem Anfang haben diese ihre Anfangswerte: {names}",
    "remark_delay_stiff": (
        "das Modell ist steif; mit Totzeiten wird es trotzdem explizit und in kleinen Schritten gerechnet"
    ),
    "remark_impulse_outside": (
        "der Kraftstoß {names} wirkt vor oder nach der Simulation und hat keinen Einfluss auf sie"
    ),
    "remark_event_moved": (
        "die Werte, die das Ereignis {names} setzt, erfüllen die Bindungen nicht: sie wurden auf sie"
        " verschoben, erst die Lagen, dann die Geschwindigkeiten, um die kleinste Änderung in der Norm von"
        " M"
    ),
    "remark_redundant": (
        "die Bindungen {names} hängen widerspruchsfrei voneinander ab: Die Bewegung ist bestimmt, und "
        "angegeben sind die kleinsten der möglichen Bindungskräfte"
    ),
    "remark_not_unique": (
        "{names} sind nicht eindeutig: andere Kräfte in diesen redundanten Gelenken ergäben dieselbe "
        "Bewegung; {check} nennt eine Gelenkart, mit der sie eindeutig sind"
    ),
    "remark_turns": (
        "die Stabilität begrenzte die Schritte in einem Teil der Simulation, den {method} übernahm: {spans};"
        " die übrigen Schritte machte {other}"
    ),
    "remark_span": "von t = {first} bis {last} s",
    "remark_spans_more": "und weitere {count} Mal",
    "remark_series": (
        "ein erster Lauf mit Taylorreihen kostete {ratio}-mal weniger als einer mit {other}, daher rechnete"
        " die Simulation mit {method}"
    ),
    "remark_stiff": (
        "die Stabilität begrenzte die Schritte bei t = {t} s, daher rechnete die Simulation mit {method}: Das"
        " System ist steif"
    ),
    "compiler_missing": (
        "für schnelle Simulationen installieren Sie einen C-Compiler (gcc oder clang) oder: pip install"
        " ziglang; $DALEMBERT_CC nennt einen"
    ),
    "compiler_broken": "{hint}; der gefundene arbeitet nicht: {message}",
    "source_refused": (
        "ein Fehler von dalembert, bitte melden Sie ihn: der C-Compiler arbeitet, aber nicht mit unserem Code"
        " ({message}); was dieser Code tut, geschah ohne ihn, was länger dauert"
    ),
    "cache_home": (
        "es gibt keinen Heimordner für einen Zwischenspeicher; setzen Sie {variable} auf einen eigenen Ordner"
    ),
    "cache_made": (
        "der Zwischenspeicher {path} kann nicht angelegt werden ({message}); setzen Sie {variable} auf einen"
        " anderen Ordner"
    ),
    "cache_others": (
        "in den Zwischenspeicher {path} können andere schreiben, daher wird nichts daraus geladen; führen Sie"
        " chmod 700 {path} aus oder setzen Sie {variable} auf einen eigenen Ordner"
    ),
    "cache_written": (
        "in den Zwischenspeicher {path} kann nicht geschrieben werden; setzen Sie {variable} auf einen"
        " anderen Ordner"
    ),
    "end_assumed_periods": (
        "keine Endzeit angegeben: Die Simulation endet bei t = {t} s, nach etwa {count} Perioden der"
        " langsamsten Eigenschwingung ({hz} Hz; Bezugslage: {place})"
    ),
    "end_assumed_decay": (
        "keine Endzeit angegeben: Die Simulation endet bei t = {t} s, nach etwa {count} Zeitkonstanten des"
        " langsamsten Abklingens ({time} s; Bezugslage: {place})"
    ),
    "start_moved": "{name} um {by}",
}
