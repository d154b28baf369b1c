//! The operations of the modelled library, and those of a whole thread.

use super::step::{Flow, Step};
use super::thread::{Reason, Then};
use crate::code::{Arg, Code, Reg};
use threadproof_program::address::{THREAD_BLOCK_SIZE, THREAD_BLOCKS, thread_block};
use threadproof_program::{
    Access, Block, ErrorKind, Init, LocationId, Op, SiteId, Storage, StoreOrder, ThreadId,
};

impl Step<'_> {
    /// What the innermost call with a place in the source creates on the heap, or the call of the function around it
    /// if that only hands the pointer on. In Rust that is the innermost call whose type is known, or the user's.
    fn heap_site(&self) -> SiteId {
        let image = self.image;
        let callers = self.thread.all_frames().skip(1).map(|f| f.next as usize);
        let places = std::iter::once(self.next)
            .chain(callers)
            .map(|next| image.locations[next.saturating_sub(1)]);
        for place in places.filter(|place| *place != LocationId(0)) {
            if let Some(site) = image.heap_sites.get(&place) {
                return *site;
            }
            if !image.places_of_rust.contains(&place) && !image.wrappers.contains(&place) {
                break;
            }
        }
        SiteId(0)
    }

    #[inline(never)]
    pub fn execute_intrinsic(&mut self, code: &Code) -> Flow {
        match *code {
            Code::AtomicBegin => self.wait(Op::AtomicBegin, Then::Continue),
            Code::AtomicEnd => self.wait(Op::AtomicEnd, Then::Continue),
            Code::Await(index) => self.await_value(index),
            Code::Spawn { to, body, argument } => {
                let op = Op::Spawn {
                    body: self.get(body),
                    argument: self.get(argument),
                };
                self.wait(op, Then::Result(to))
            }
            Code::SelfThread { to } => {
                self.set(to, self.thread.id.index() as u64);
                Flow::On
            }
            Code::UsesUnwritten => self.note_use(&[], Then::Continue),
            Code::Unwritten { to } => self.begin_choice(to),
            Code::NoValue { to } => self.without_value(to),
            Code::Input { .. } => self.follow_input(code),
            Code::InputCut(place) => self.leave_out(place),
            Code::ThreadBlock { to, thread } => {
                let offset = self.get(thread).wrapping_mul(THREAD_BLOCK_SIZE);
                self.set(to, THREAD_BLOCKS.wrapping_add(offset));
                Flow::On
            }
            Code::FinishThread => self.finish_thread(),
            Code::Exit => self.end_thread(),
            Code::ExitProgram => self.wait(Op::ExitProgram, Then::Stop),
            Code::Assume { condition } => match self.get(condition) {
                0 => self.wait(Op::Block(Block::Assume), Then::Stop),
                _ => Flow::On,
            },
            Code::Fail { kind, message } => {
                let kind = usize::try_from(self.get(kind)).ok();
                let kind = kind.and_then(|kind| ErrorKind::ALL.get(kind));
                let reason = Reason::Words(self.get(message));
                self.fail(kind.copied().unwrap_or(ErrorKind::Abort), reason)
            }
            Code::Incomplete { message } => {
                self.thread.reason = Reason::Words(self.get(message));
                self.wait(Op::Incomplete, Then::Continue)
            }
            Code::Note { message } => {
                self.thread.reason = Reason::Words(self.get(message));
                self.wait(Op::Note, Then::Continue)
            }
            Code::UnsupportedMessage { message } => {
                let reason = Reason::Words(self.get(message));
                self.unsupported(reason)
            }
            Code::Choice { to, options } => match self.get(options) as u32 {
                0 | 1 => {
                    self.set(to, 0);
                    Flow::On
                }
                options => self.wait(Op::Choice { options }, Then::Result(to)),
            },
            Code::Allocate { to, size, zeroed } => {
                let zeroed = self.get(zeroed) != 0;
                let op = Op::Allocate {
                    size: self.get(size),
                    storage: Storage::Heap,
                    init: if zeroed { Init::Zero } else { Init::Undefined },
                    site: self.heap_site(),
                };
                self.wait(op, Then::Result(to))
            }
            Code::Free { address } => {
                let address = self.get(address);
                self.wait(Op::Free { address }, Then::Continue)
            }
            Code::SizeOf { to, address } => {
                let address = self.get(address);
                self.wait(Op::SizeOf { address }, Then::Result(to))
            }
            Code::Print { to, .. } => self.wait(Op::Print, Then::Printed(to)),
            other => unreachable!("{other:?} is executed elsewhere"),
        }
    }

    /// Local variables of functions that have not returned end with their thread, and so do thread-local ones.
    /// Where main returns, the whole program ends, and nobody could tell.
    fn end_thread(&mut self) -> Flow {
        let thread = &*self.thread;
        let returned = thread.depth() == 1;
        let objects: u32 = thread.all_frames().map(|frame| frame.objects).sum();
        let count = objects + thread.thread_locals.len() as u32;
        let is_over = thread.progress.done > 0 || count == 0;
        match is_over || returned && thread.id == ThreadId::MAIN {
            true => self.wait(Op::Exit, Then::Stop),
            false => self.wait(Op::Release { count }, Then::Ended),
        }
    }

    /// Leaves the result of the thread's body in its block, for those who join. A new block is
    /// zero, so a null pointer is there already.
    fn finish_thread(&mut self) -> Flow {
        let result = Arg::register(Reg(2));
        let value = self.get(result);
        let defined = match self.image.uninitialized.is_followed() {
            true => self.defined(result),
            false => u8::MAX,
        };
        if value == 0 && defined == u8::MAX {
            return Flow::On;
        }
        let body = self.image.function_at(self.thread.registers[0]);
        let returns = body.is_some_and(|body| self.image.functions[body as usize].results > 0);
        if !returns {
            return Flow::On;
        }
        let op = Op::Store {
            at: Access {
                address: thread_block(self.thread.id) + 8,
                size: 8,
            },
            order: StoreOrder::Plain,
            value,
            defined,
        };
        self.wait(op, Then::Continue)
    }

    pub fn thread_local(&mut self, to: Reg, object: u32, site: u32) -> Flow {
        let known = self.thread.thread_locals.iter().find(|(o, _)| *o == object);
        if let Some(&(_, address)) = known {
            self.set(to, address);
            return Flow::On;
        }
        let op = Op::Allocate {
            size: self.image.layout.objects[object as usize].size,
            storage: Storage::Static,
            init: Init::CopyOf(object),
            site: SiteId(site),
        };
        self.wait(op, Then::ThreadLocal(to, object))
    }
}
