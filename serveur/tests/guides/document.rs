//! A document as steps: the commands that it shows, and the files that it has its reader write.
//!
//! What is particular to some of them stands in a file of `runs/`, under their first words, in their order
//! (CONTRIBUTING.md shows it with examples):
//!
//! ```text
//! bin/serveur 4242
//!     server port 4242
//! sh joueur.sh localhost 4242 joueur1
//!     beside
//! ```

use std::collections::VecDeque;
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

/// A block of commands, and what is particular to it.
#[derive(Debug, Default)]
pub struct Block {
    pub commands: Vec<Command>,
    /// Programs without which the block is left out.
    pub needs: Vec<String>,
    /// What is done before it, as by a reader who has done his own part.
    pub prepare: Vec<String>,
    /// Words of the document, and what stands in for them here.
    pub instead: Vec<(String, String)>,
}

/// A whole command, the line of the document where it begins, and what is particular to it.
#[derive(Debug, Clone)]
pub struct Command {
    pub line: usize,
    pub text: String,
    pub special: Special,
}

/// What is said of a command, or of a block that is a file.
#[derive(Debug)]
struct Told<'a> {
    /// Its line among what is told.
    line: usize,
    first_words: &'a str,
    directives: Vec<(usize, &'a str)>,
}

/// Everything that is told of a document. The error begins with the line.
fn told(text: &str) -> Result<VecDeque<Told<'_>>, String> {
    let mut all = VecDeque::<Told>::new();
    for (line, text) in (1..).zip(text.lines()) {
        match (text.strip_prefix("    "), all.back_mut()) {
            (None, _) => all.push_back(Told { line, first_words: text.trim(), directives: Vec::new() }),
            (Some(directive), Some(last)) => last.directives.push((line, directive.trim())),
            (Some(_), None) => return Err(format!("{line}: of which command?")),
        }
    }
    Ok(all)
}

/// The steps of a document, of which this is told. The error is for the author of what is told, and begins with its line.
pub fn steps(text: &str, all: &str) -> Result<Vec<Step>, String> {
    let mut all = told(all)?;
    let mut steps = Vec::new();
    let mut block: Option<(String, Range<usize>)> = None;
    let mut last = 0;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
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
                if language == "sh" {
                    let mut block = Block { commands: commands(content, first), ..Block::default() };
                    for index in 0..block.commands.len() {
                        let command = &block.commands[index];
                        if let Some(told) =
                            all.pop_front_if(|told| command.text.starts_with(told.first_words))
                        {
                            last = command.line;
                            block.read(index, &told)?;
                        }
                    }
                    steps.push(Step::Block(block));
                } else if let Some(told) = all.pop_front_if(|told| content.starts_with(told.first_words)) {
                    last = first;
                    steps.push(Step::File { name: told.file()?, content: content.to_owned() });
                }
            }
            _ => {}
        }
    }
    match all.front() {
        Some(Told { line, first_words, .. }) => {
            Err(format!("{line}: after line {last} of the document nothing begins with {first_words:?}"))
        }
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
            _ => commands.push(Command {
                line: first + index,
                text: line.to_owned(),
                special: Special::default(),
            }),
        }
        let text = &commands.last().expect("just put there").text;
        whole = !line.ends_with('\\') && crate::running::is_whole(text);
    }
    commands
}

/// What is particular to a command.
#[derive(Debug, Clone, Default)]
pub struct Special {
    pub place: Place,
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

impl Told<'_> {
    /// The name of the file that a block is.
    fn file(&self) -> Result<String, String> {
        match self.directives[..] {
            [(_, directive)] => directive.strip_prefix("file ").map(str::to_owned),
            _ => None,
        }
        .ok_or_else(|| format!("{}: {:?} is no command: file NAME?", self.line, self.first_words))
    }
}

impl Block {
    /// Takes in what is told of a command.
    fn read(&mut self, index: usize, told: &Told) -> Result<(), String> {
        for &(line, directive) in &told.directives {
            let (word, value) = directive.split_once(' ').unwrap_or((directive, ""));
            match word {
                "needs" => self.needs.extend(value.split_whitespace().map(str::to_owned)),
                "prepare" => self.prepare.push(value.to_owned()),
                "instead" => {
                    let pair = value.split_once(" = ").ok_or(format!("{line}: instead THIS = THAT"))?;
                    self.instead.push((pair.0.trim().to_owned(), pair.1.trim().to_owned()));
                }
                _ => {
                    let special = &mut self.commands[index].special;
                    special.read(word, value).map_err(|why| format!("{line}: {why}"))?;
                }
            }
        }
        Ok(())
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
