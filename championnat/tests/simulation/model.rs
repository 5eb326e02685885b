//! What should count, by bookkeeping of its own: of the program it uses only the schedule, which says who plays whom.

use std::collections::{BTreeMap, BTreeSet};

use championnat::{
    Change, ContestantId, Decision, DecisionDraft, DecisionRuling, Fault, Format, IncomingOutcome,
    IncomingRencontre, Intake, Key, Pairing, PartieResult, Presence, Regulations, RencontreResult, Results,
    Roster, Schedule, Scope, Side,
};

/// The store as it should be.
#[derive(Clone, Debug)]
pub struct Model {
    /// As described: without late entries.
    pub first: Regulations,
    pub regulations: Regulations,
    pub schedule: Schedule,
    pub decisions: Vec<Decision>,
    /// The record that counts for each game, unless something else is decided.
    records: BTreeMap<Key, (String, RencontreResult)>,
    /// Interrupted attempts, by their games.
    interruptions: BTreeSet<(Key, String)>,
    void: BTreeSet<String>,
    decided: BTreeMap<Key, RencontreResult>,
    /// Changed results, with the last round drawn before.
    before: Vec<(u32, Key, RencontreResult)>,
    /// Those that are scheduled.
    pub games: BTreeMap<Key, Pairing>,
    /// The last round that was drawn when the championship was cut short.
    cut: u32,
}

/// Nothing of a record is taken in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotScheduled;

impl Model {
    pub fn new(first: &Regulations) -> Model {
        let schedule = first.schedule().expect("a format that fits");
        let mut model = Model {
            first: first.clone(),
            regulations: first.clone(),
            schedule,
            decisions: vec![],
            records: BTreeMap::new(),
            interruptions: BTreeSet::new(),
            void: BTreeSet::new(),
            decided: BTreeMap::new(),
            before: vec![],
            games: BTreeMap::new(),
            cut: 0,
        };
        model.refresh();
        model
    }

    fn plays(&self, round: u32) -> bool {
        self.regulations.roster.last_round.is_none_or(|last| round <= last)
    }

    /// Every result that counts.
    pub fn results(&self) -> Results {
        let records = self.records.iter().map(|(key, (_, result))| (*key, result.clone()));
        let mut results: Results = records.filter(|(key, _)| self.plays(key.round)).collect();
        let decided = self.decided.iter().filter(|(key, _)| self.games.contains_key(key));
        results.extend(decided.map(|(key, result)| (*key, result.clone())));
        for (drawn, key, result) in &self.before {
            results.supersede(*drawn, *key, result.clone());
        }
        results
    }

    pub fn has_result(&self, key: Key) -> bool {
        self.games.contains_key(&key) && (self.records.contains_key(&key) || self.decided.contains_key(&key))
    }

    pub fn is_over(&self) -> bool {
        self.games.keys().all(|key| self.has_result(*key))
    }

    /// The name of the record that counts for a game.
    pub fn record_of(&self, key: Key) -> Option<&str> {
        self.records.get(&key).map(|(id, _)| id.as_str())
    }

    /// Whether every record that counted before still does.
    pub fn has_all_of(&self, before: &Model) -> bool {
        before.records.iter().all(|(key, counted)| self.records.get(key) == Some(counted))
    }

    pub fn is_void(&self, id: &str) -> bool {
        self.void.contains(id)
    }

    /// The games that the results determine.
    fn refresh(&mut self) {
        loop {
            let rounds = self.schedule.rounds(&self.results());
            let games: BTreeMap<Key, Pairing> =
                rounds.into_iter().flat_map(|round| round.pairings).map(|game| (game.key, game)).collect();
            let done = games == self.games;
            self.games = games;
            if done {
                break;
            }
        }
        let games = &self.games;
        self.interruptions.retain(|(key, _)| games.contains_key(key));
    }

    /// Takes in a record: what the store should answer.
    pub fn take(&mut self, record: &IncomingRencontre) -> Result<Intake, NotScheduled> {
        if self.is_void(&record.id) {
            return Ok(Intake::Known);
        }
        let names = |game: &&Pairing| {
            [game.white, game.black].map(|who| self.regulations.name(who)) == [&record.white, &record.black]
        };
        let game = *self.games.get(&record.key).filter(names).ok_or(NotScheduled)?;
        let parties: Vec<PartieResult> = match &record.outcome {
            IncomingOutcome::Interrupted(_) => {
                let new = self.interruptions.insert((record.key, record.id.clone()));
                return Ok(if new { Intake::Interrupted } else { Intake::Known });
            }
            IncomingOutcome::GivenUp(_) => vec![],
            IncomingOutcome::Finished(parties) => parties.iter().map(|partie| partie.result).collect(),
        };
        if let Some((kept, _)) = self.records.get(&record.key) {
            let same = *kept == record.id;
            return Ok(if same { Intake::Known } else { Intake::Duplicate(kept.clone()) });
        }
        let result = RencontreResult { white: game.white, black: game.black, parties };
        self.records.insert(record.key, (record.id.clone(), result.clone()));
        if self.decided.contains_key(&record.key) {
            return Ok(Intake::Overruled);
        }
        if self.is_over() {
            self.refresh();
        }
        Ok(Intake::New(result))
    }

    /// Takes in a folder of records; second records of a game, with the first.
    pub fn take_all(&mut self, records: &[IncomingRencontre]) -> Vec<(String, String)> {
        let last = self.regulations.roster.last_round;
        self.end_after(None);
        let mut duplicates = vec![];
        let mut waiting: Vec<&IncomingRencontre> = records.iter().collect();
        loop {
            let before = (waiting.len(), self.games.len());
            waiting.retain(|record| match self.take(record) {
                Ok(Intake::Duplicate(kept)) => {
                    duplicates.push((record.id.clone(), kept));
                    false
                }
                Ok(_) => false,
                Err(NotScheduled) => true,
            });
            self.refresh();
            if (waiting.len(), self.games.len()) == before {
                break;
            }
        }
        if last.is_some() {
            self.cut = self.cut.max(self.drawn());
        }
        self.end_after(last);
        duplicates
    }

    fn end_after(&mut self, round: Option<u32>) {
        if self.regulations.roster.last_round != round {
            self.regulations.roster.last_round = round;
            self.schedule = self.regulations.schedule().expect("a format that fits");
        }
        self.refresh();
    }

    pub fn decide(&mut self, decision: &Decision) {
        for change in &decision.changes {
            let result = |parties: &Vec<PartieResult>| RencontreResult {
                white: ContestantId(change.white),
                black: ContestantId(change.black),
                parties: parties.clone(),
            };
            if let Some(id) = &change.record {
                self.void.insert(id.clone());
                self.records.remove(&change.key);
            }
            self.before
                .extend(change.before.as_ref().map(|parties| (decision.drawn, change.key, result(parties))));
            match &change.after {
                Some(parties) => self.decided.insert(change.key, result(parties)),
                None => self.decided.remove(&change.key),
            };
        }
        match decision.request.ruling {
            DecisionRuling::EndAfter { .. } => self.cut = self.cut.max(self.drawn()),
            DecisionRuling::PlayOn { .. } => self.cut = 0,
            _ => {}
        }
        self.decisions.push(decision.clone());
        self.follow();
        self.refresh();
    }

    /// Regulations and schedule after all decisions.
    fn follow(&mut self) {
        let mut regulations = self.first.clone();
        let mut roster = Roster::default();
        let mut annuls: BTreeMap<&str, bool> = BTreeMap::new();
        for decision in &self.decisions {
            let mut moves = |contestant: &str, presence| {
                let who = regulations.contestants.iter().position(|name| name == contestant);
                let who = who.unwrap_or_else(|| {
                    regulations.contestants.push(contestant.to_owned());
                    regulations.contestants.len() - 1
                });
                roster.moves.push((ContestantId(who as u32), decision.drawn, presence));
                ContestantId(who as u32)
            };
            match &decision.request.ruling {
                DecisionRuling::Add { contestant } => {
                    let who = moves(contestant, Presence::In);
                    roster.late.push(who);
                }
                DecisionRuling::Reinstate { contestant } => {
                    moves(contestant, Presence::In);
                    annuls.remove(contestant.as_str());
                }
                DecisionRuling::Withdraw { contestant } => {
                    moves(contestant, Presence::Out);
                    annuls.insert(contestant, decision.annuls);
                }
                DecisionRuling::Disqualify { contestant } => {
                    moves(contestant, Presence::Out);
                    annuls.remove(contestant.as_str());
                }
                DecisionRuling::EndAfter { round, .. } => roster.last_round = *round,
                DecisionRuling::PlayOn { .. } => roster.last_round = None,
                _ => {}
            }
        }
        let names = regulations.contestants.iter().enumerate();
        let annulled = names.filter(|(_, name)| annuls.get(name.as_str()) == Some(&true));
        roster.annulled = annulled.map(|(index, _)| ContestantId(index as u32)).collect();
        regulations.roster = roster;
        self.schedule = regulations.schedule().expect("a format that fits");
        self.regulations = regulations;
    }

    fn drawn(&self) -> u32 {
        self.games.keys().next_back().map_or(0, |key| key.round)
    }

    /// Those who have left.
    pub fn gone(&self) -> BTreeSet<ContestantId> {
        let mut gone = BTreeSet::new();
        for (who, _, presence) in &self.regulations.roster.moves {
            match presence {
                Presence::Out => gone.insert(*who),
                Presence::In => gone.remove(who),
            };
        }
        gone
    }

    pub fn is_closed(&self) -> bool {
        self.regulations.roster.last_round.is_some()
    }

    /// The decision as it should be taken; `None` if it should be refused. What a return gives back is not known
    /// here: nothing.
    pub fn consider(
        &self,
        request: DecisionDraft,
        at_ms: i64,
        is_running: impl Fn(Key) -> bool,
    ) -> Option<Decision> {
        let results = self.results();
        let parties = self.first.parties as usize;
        let who = |name: &str| self.regulations.contestant(name);
        let change = |game: &Pairing, after: Option<Vec<PartieResult>>| Change {
            key: game.key,
            white: game.white.0,
            black: game.black.0,
            record: None,
            before: results.get(&game.key).map(|result| result.parties.clone()),
            after,
        };
        let side = |game: &Pairing, name: &String| {
            Side::ALL.into_iter().find(|side| Some(game.contestants()[*side]) == who(name))
        };
        let planned = self.schedule.planned();
        let (mut ruling, mut annuls) = (request.ruling.clone(), false);
        let changes = match &mut ruling {
            DecisionRuling::Withdraw { contestant } => {
                let who = who(contestant)?;
                if self.gone().contains(&who) || self.is_over() {
                    return None;
                }
                annuls = self.annuls(who, &results);
                vec![]
            }
            DecisionRuling::Disqualify { contestant } => {
                let who = who(contestant)?;
                if self.is_disqualified(contestant) {
                    return None;
                }
                let stays = match self.first.format {
                    Format::Swiss { rounds, finals } => finals.is_some() && self.drawn() > rounds,
                    format => format.knockout().is_some(),
                };
                let lost = |game: &&Pairing| !stays && game.involves(who) && self.has_result(game.key);
                let all = |game: &Pairing| {
                    let side = if game.white == who { Side::White } else { Side::Black };
                    change(game, Some(vec![PartieResult::Disqualified(side, Fault::Excluded); parties]))
                };
                self.games.values().filter(lost).map(all).collect()
            }
            DecisionRuling::Reinstate { contestant } => {
                if !self.gone().contains(&who(contestant)?) {
                    return None;
                }
                vec![]
            }
            DecisionRuling::Add { contestant } => {
                let closed = match self.first.format {
                    Format::Knockout(_) | Format::Pools { .. } => true,
                    Format::Swiss { rounds, finals } => finals.is_some() && self.drawn() >= rounds,
                    _ => false,
                };
                if closed || who(contestant).is_some() {
                    return None;
                }
                vec![]
            }
            DecisionRuling::Forfeit { key, absent } => {
                let game = self.games.get(key).filter(|_| !self.has_result(*key))?;
                let partie = match &absent[..] {
                    [one] => PartieResult::Disqualified(side(game, one)?, Fault::Absent),
                    _ => PartieResult::BothAbsent,
                };
                vec![change(game, Some(vec![partie; parties]))]
            }
            DecisionRuling::Set { key, winners } => {
                let game = self.games.get(key)?;
                let partie = |winner: &Option<String>| {
                    Some(match winner {
                        Some(name) => PartieResult::Won(side(game, name)?),
                        None => PartieResult::Drawn,
                    })
                };
                vec![change(game, Some(winners.iter().map(partie).collect::<Option<_>>()?))]
            }
            DecisionRuling::Replay { key } => {
                let game = self.games.get(key).filter(|_| self.has_result(*key))?;
                let gone = self.gone();
                if gone.contains(&game.white) || gone.contains(&game.black) {
                    return None;
                }
                vec![Change { record: self.record_of(*key).map(str::to_owned), ..change(game, None) }]
            }
            DecisionRuling::EndAfter { round: Some(0), end_ms: None, .. } => return None,
            DecisionRuling::EndAfter { round, of, end_ms } => {
                let ended = self.is_closed() && (end_ms.is_none() || self.is_over());
                let all = planned.filter(|all| !ended && round.is_some_and(|last| last < *all))?;
                *of = Some(all);
                vec![]
            }
            DecisionRuling::PlayOn { end_ms } => {
                let over = !self.is_closed() && self.is_over();
                if over || end_ms.is_some_and(|end| planned.is_none() || end <= at_ms) {
                    return None;
                }
                vec![]
            }
            other => panic!("not simulated: {other:?}"),
        };
        // Of rounds that do not count, records may count again.
        let played =
            !results.is_empty() || !self.records.is_empty() || (self.cut > 0 && !self.decided.is_empty());
        let untouched = !played && !self.games.keys().any(|key| is_running(*key));
        let moves = matches!(
            ruling,
            DecisionRuling::Withdraw { .. }
                | DecisionRuling::Disqualify { .. }
                | DecisionRuling::Reinstate { .. }
        );
        let drawn = if moves && untouched { 0 } else { self.drawn().max(self.cut) };
        let moves_the_end = matches!(ruling, DecisionRuling::EndAfter { .. } | DecisionRuling::PlayOn { .. });
        let number = self.decisions.len() as u32 + 1;
        let request = DecisionDraft { ruling, ..request };
        let decision = Decision { number, at_ms, request, drawn, annuls, changes };
        let mut after = self.clone();
        after.decide(&decision);
        // What was played, or is under way, stays.
        let lost = |game: &Pairing| after.games.get(&game.key) != Some(game);
        let begun = |key: Key| self.has_result(key) || is_running(key);
        let mut games = self.games.values();
        (moves_the_end || !games.any(|game| lost(game) && begun(game.key))).then_some(decision)
    }

    pub fn disqualified(&self) -> BTreeSet<ContestantId> {
        let mut disqualified = self.gone();
        disqualified.retain(|who| self.is_disqualified(self.regulations.name(*who)));
        disqualified
    }

    fn is_disqualified(&self, name: &str) -> bool {
        let about = |decision: &&Decision| decision.request.ruling.contestant() == Some(name);
        let last = self.decisions.iter().rev().find(about);
        last.is_some_and(|last| matches!(last.request.ruling, DecisionRuling::Disqualify { .. }))
    }

    /// Whether somebody leaves a round robin or a pool with less than half of his games played.
    fn annuls(&self, who: ContestantId, results: &Results) -> bool {
        if !matches!(self.first.format, Format::RoundRobin { .. } | Format::Pools { .. }) {
            return false;
        }
        let mut first = Regulations { playoffs: Some(0), ..self.regulations.clone() };
        first.roster.last_round = None;
        let rounds = first.schedule().expect("a format that fits").rounds(&Results::new());
        if self.drawn() > rounds.last().map_or(0, |round| round.number) {
            return false;
        }
        let (mut all, mut played) = (0, 0);
        for game in self.games.values().filter(|game| game.involves(who)) {
            all += 1;
            let side = if game.white == who { Side::White } else { Side::Black };
            let absent = |partie: &PartieResult| match partie {
                PartieResult::BothAbsent => true,
                PartieResult::Disqualified(faulty, fault) => *faulty == side && *fault == Fault::Absent,
                _ => false,
            };
            let came =
                |result: &&RencontreResult| !result.parties.is_empty() && !result.parties.iter().all(absent);
            played += usize::from(results.get(&game.key).filter(came).is_some());
        }
        2 * played < all
    }

    /// Points, rencontres and byes of each contestant, by hand.
    pub fn points(&self) -> Vec<(i64, u32, u32)> {
        let results = self.results();
        let mut lines = vec![(0, 0, 0); self.regulations.contestants.len()];
        let annulled = &self.regulations.roster.annulled;
        for (key, result) in results.iter() {
            let counts = !annulled.contains(&result.white) && !annulled.contains(&result.black);
            if result.parties.is_empty() || !counts || self.schedule.is_playoff(*key, &results) {
                continue;
            }
            for (side, who) in [(Side::White, result.white), (Side::Black, result.black)] {
                lines[who.index()].0 += self.gained(&result.parties, side);
                lines[who.index()].1 += 1;
            }
        }
        for who in self.byes() {
            let points = &self.first.points;
            let times = if points.per == Scope::Partie { i64::from(self.first.parties) } else { 1 };
            lines[who.index()].0 += times * i64::from(points.bye.unwrap_or(10));
            lines[who.index()].2 += 1;
        }
        lines
    }

    fn gained(&self, parties: &[PartieResult], side: Side) -> i64 {
        let won = |partie: &PartieResult, side: Side| match partie {
            PartieResult::Won(winner) => *winner == side,
            PartieResult::Disqualified(faulty, _) => *faulty != side,
            PartieResult::Drawn | PartieResult::BothAbsent => false,
        };
        let faulty = |partie: &PartieResult, side: Side| match partie {
            PartieResult::Disqualified(faulty, _) => *faulty == side,
            PartieResult::BothAbsent => true,
            PartieResult::Won(_) | PartieResult::Drawn => false,
        };
        if self.first.points.per == Scope::Partie {
            let one = |partie: &PartieResult| match partie {
                _ if faulty(partie, side) => 0,
                _ if won(partie, side) => 10,
                PartieResult::Drawn => 3,
                _ => 1,
            };
            return parties.iter().map(one).sum();
        }
        let wins = |side| parties.iter().filter(|partie| won(partie, side)).count();
        let (mine, theirs) = (wins(side), wins(!side));
        match mine.cmp(&theirs) {
            std::cmp::Ordering::Greater => 10,
            std::cmp::Ordering::Less if parties.iter().any(|partie| faulty(partie, side)) => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal if parties.iter().all(|partie| *partie == PartieResult::BothAbsent) => {
                0
            }
            std::cmp::Ordering::Equal => 3,
        }
    }

    /// Who is there and not drawn, in each Swiss round.
    fn byes(&self) -> Vec<ContestantId> {
        let Format::Swiss { rounds, .. } = self.first.format else { return vec![] };
        let mut byes = vec![];
        for round in (1..=rounds).filter(|round| self.plays(*round)) {
            let mut there: BTreeSet<ContestantId> = ContestantId::all(self.first.contestants.len()).collect();
            for (who, drawn, presence) in &self.regulations.roster.moves {
                if *drawn < round {
                    match presence {
                        Presence::In => there.insert(*who),
                        Presence::Out => there.remove(who),
                    };
                }
            }
            let mut games = self.games.values().filter(|game| game.key.round == round).peekable();
            if games.peek().is_none() && there.len() > 1 {
                break;
            }
            for game in games {
                assert!(there.remove(&game.white) && there.remove(&game.black), "{} is wrong", game.key);
            }
            assert!(there.len() <= 1, "{there:?} do not play in round {round}");
            byes.extend(there);
        }
        byes
    }
}
