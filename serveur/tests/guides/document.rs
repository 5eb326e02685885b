//! A document as steps: the commands that it shows, and the files that it has its reader write.
//!
//! The comment before a block says how its commands are run (CONTRIBUTING.md shows it with examples):
//!
//! ```text
//! <!-- run
//! 1 server port 4242
//! 2 beside
//! 3 exit 1
//! 3 says not there
//! -->
//! ```

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

/// Something of a document that is done, in its order.
#[derive(Debug)]
pub enum Step {
    /// A block of commands.
    Block(Block),
    /// A block that is the content of a file.
    File { name: String, content: String },
}

/// A block of commands, and what its comment says of them.
#[derive(Debug)]
pub struct Block {
    pub commands: Vec<Command>,
    pub directives: Directives,
}

/// A whole command, and the line of the document where it begins.
#[derive(Debug, Clone)]
pub struct Command {
    pub line: usize,
    pub text: String,
}

/// The steps of a document. The error names the line.
pub fn steps(text: &str) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    let mut comment: Option<(usize, &str)> = None;
    let mut block: Option<(String, Range<usize>)> = None;
    for (event, range) in Parser::new(text).into_offset_iter() {
        let line = text[..range.start].matches('\n').count() + 1;
        match event {
            Event::Start(Tag::HtmlBlock) => {
                if let Some(told) = comment_of(&text[range]) {
                    comment = Some((line, told));
                }
            }
            Event::Html(_) | Event::End(TagEnd::HtmlBlock) => {}
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match kind {
                    CodeBlockKind::Fenced(language) => language.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                block = Some((language, range.end..range.start));
            }
            Event::Text(_) if block.is_some() => {
                let (_, content) = block.as_mut().expect("a block");
                *content = content.start.min(range.start)..content.end.max(range.end);
            }
            Event::End(TagEnd::CodeBlock) => {
                let (language, content) = block.take().expect("a block");
                // An empty one has no text.
                let content = if content.is_empty() { range.start..range.start } else { content };
                let first = text[..content.start].matches('\n').count() + 1;
                let content = &text[content];
                let (at, told) = comment.take().unwrap_or((line, ""));
                if let Some(name) = file_of(told) {
                    steps.push(Step::File { name: name.to_owned(), content: content.to_owned() });
                } else if language == "sh" {
                    let commands = commands(content, first);
                    let directives =
                        Directives::read(told, commands.len()).map_err(|why| format!("line {at}: {why}"))?;
                    steps.push(Step::Block(Block { commands, directives }));
                } else if !told.is_empty() {
                    return Err(format!("line {at}: a comment for commands before a block of {language:?}"));
                }
            }
            _ => {
                if let Some((at, _)) = comment {
                    return Err(format!("line {at}: no block follows the comment"));
                }
            }
        }
    }
    match comment {
        Some((at, _)) => Err(format!("line {at}: no block follows the comment")),
        None => Ok(steps),
    }
}

/// The commands of a block: lines, with those that they go on in. What a shell would not take as a whole goes on.
fn commands(content: &str, first: usize) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    let mut whole = true;
    for (index, line) in content.lines().enumerate() {
        if whole && (line.trim().is_empty() || line.trim_start().starts_with('#')) {
            continue;
        }
        match commands.last_mut() {
            Some(last) if !whole => last.text = format!("{}\n{line}", last.text),
            _ => commands.push(Command { line: first + index, text: line.to_owned() }),
        }
        let text = &commands.last().expect("just put there").text;
        whole = !line.ends_with('\\') && crate::running::is_whole(text);
    }
    commands
}

/// What is particular to a block.
#[derive(Debug, Default)]
pub struct Directives {
    /// Programs without which the block is left out.
    pub needs: Vec<String>,
    /// What is done before it, as by a reader who has done his own part.
    pub prepare: Vec<String>,
    /// Words of the document, and what stands in for them here.
    pub instead: Vec<(String, String)>,
    /// What is particular to each command.
    pub commands: Vec<Special>,
}

/// What is particular to a command.
#[derive(Debug, Clone, Default)]
pub struct Special {
    pub place: Place,
    /// The document that has the same command, and where it is run: in another language, of what takes long.
    pub elsewhere: Option<String>,
    /// The code that it ends with.
    pub exit: i32,
    /// What it must have said.
    pub says: Vec<String>,
    /// What is seen and typed on its terminal, one after the other. Without any it has none.
    pub dialogue: Vec<Turn>,
}

/// Where a command runs.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Place {
    /// Before the next one.
    #[default]
    InFront,
    /// In a terminal of its own: the next one waits at most until it has said this; the end of the block waits for its end.
    Beside(Option<String>),
    /// Beside, from when it has said this until it is told to stop by Ctrl-C, at the end of the block.
    Server(String),
    /// The same, until the end of the document.
    Stays(String),
}

/// A turn of a dialogue at a terminal.
#[derive(Debug, Clone)]
pub enum Turn {
    Awaits(String),
    Types(String),
}

/// What a comment for this test says, if it is one.
fn comment_of(html: &str) -> Option<&str> {
    let told = html.trim().strip_prefix("<!-- run")?.strip_suffix("-->")?;
    told.starts_with([' ', '\n', ':']).then(|| told.trim_start_matches(':').trim())
}

/// The name of the file whose content the block is, if it is one.
fn file_of(told: &str) -> Option<&str> {
    told.strip_prefix("file ").map(str::trim)
}

impl Directives {
    /// What a comment says of a block of so many commands. The error is for the author.
    pub fn read(told: &str, commands: usize) -> Result<Directives, String> {
        let mut all = Directives { commands: vec![Special::default(); commands], ..Directives::default() };
        for line in told.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (number, rest) = match line.split_once(' ') {
                Some((first, rest)) if first.bytes().all(|byte| byte.is_ascii_digit()) => {
                    (Some(first.parse::<usize>().map_err(|_| format!("{line:?}: no such number"))?), rest)
                }
                _ => (None, line),
            };
            let (word, value) = rest.split_once(' ').unwrap_or((rest, ""));
            match (number, word) {
                (None, "needs") => all.needs.extend(value.split_whitespace().map(str::to_owned)),
                (None, "prepare") => all.prepare.push(value.to_owned()),
                (None, "instead") => {
                    let pair =
                        value.split_once(" = ").ok_or_else(|| format!("{line:?}: instead THIS = THAT"))?;
                    all.instead.push((pair.0.trim().to_owned(), pair.1.trim().to_owned()));
                }
                _ => {
                    let index = number.or((commands == 1).then_some(1));
                    let index = index.ok_or_else(|| format!("{line:?}: of which command?"))?;
                    let special = index.checked_sub(1).and_then(|index| all.commands.get_mut(index));
                    special
                        .ok_or_else(|| format!("{line:?}: there is no such command"))?
                        .read(word, value)?;
                }
            }
        }
        Ok(all)
    }
}

impl Special {
    fn read(&mut self, word: &str, value: &str) -> Result<(), String> {
        let needed = || {
            let text = value.trim();
            if text.is_empty() { Err(format!("{word:?}: and what?")) } else { Ok(text.to_owned()) }
        };
        match word {
            "beside" => self.place = Place::Beside(needed().ok()),
            "elsewhere" => self.elsewhere = Some(needed()?),
            "server" => self.place = Place::Server(needed()?),
            "stays" => self.place = Place::Stays(needed()?),
            "exit" => self.exit = value.trim().parse().map_err(|_| format!("{value:?} is no exit code"))?,
            "says" => self.says.push(needed()?),
            "awaits" => self.dialogue.push(Turn::Awaits(needed()?)),
            "types" => self.dialogue.push(Turn::Types(format!("{value}\r"))),
            "keys" => self.dialogue.push(Turn::Types(needed()?.replace("^C", "\x03").replace("^[", "\x1b"))),
            _ => return Err(format!("{word:?} means nothing")),
        }
        Ok(())
    }
}
