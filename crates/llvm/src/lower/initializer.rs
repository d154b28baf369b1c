//! Globals and their first contents.
//!
//! What cannot be written down as bytes and addresses (half an address, a difference of two
//! addresses) is computed by a constructor of our own that runs before all others.

use super::function::FunctionLowering;
use super::layout::leaves;
use super::{Lowered, ModuleLowering, Unsupported, emit, unsupported};
use crate::read::{Value, ValueKind};
use threadproof_ir::module::{Function, GlobalId, InstKind, Operand};
use threadproof_program::LocationId;

/// Fills in a global; `setup` collects what has to be computed.
pub fn lower<'m>(
    module: &mut ModuleLowering<'m>,
    value: Value<'m>,
    id: GlobalId,
    setup: Function,
) -> Function {
    let ty = value.value_type();
    if !ty.is_sized() {
        return setup;
    }
    let global = &mut module.output.globals[id.index()];
    global.size = ty.size();
    global.align = match value.written_alignment() {
        0 => ty.alignment(),
        written => written,
    };
    let Some(contents) = value.initializer() else {
        return setup;
    };
    Writer::new(module, id, setup).write(contents)
}

struct Writer<'a, 'm> {
    code: FunctionLowering<'a, 'm>,
    id: GlobalId,
    /// Number of instructions before this global.
    before: usize,
}

impl<'a, 'm> Writer<'a, 'm> {
    fn new(module: &'a mut ModuleLowering<'m>, id: GlobalId, mut setup: Function) -> Self {
        if setup.blocks.is_empty() {
            setup.blocks.push(emit::empty_block());
        }
        let before = setup.blocks[0].instructions.len();
        let code = FunctionLowering::new(module, setup);
        Writer { code, id, before }
    }

    fn write(mut self, contents: Value<'m>) -> Function {
        if let Err(why) = self.value(contents, 0) {
            self.stop(why);
        }
        if self.code.function.blocks[0].instructions.is_empty() {
            self.code.function.blocks.clear();
        }
        self.code.finish()
    }

    fn stop(&mut self, Unsupported(words): Unsupported) {
        let name = &self.code.module.output.globals[self.id.index()].name;
        let words = format!("{words} (in the initial value of `{name}`)");
        self.code.function.blocks[0]
            .instructions
            .truncate(self.before);
        let debug = &self.code.module.output.debug.globals[self.id.index()];
        self.code.location = debug.location.unwrap_or(LocationId(0));
        self.code.stop(Unsupported(words));
    }

    fn value(&mut self, value: Value<'m>, offset: u64) -> Lowered<()> {
        match value.kind() {
            ValueKind::LLVMConstantAggregateZeroValueKind
            | ValueKind::LLVMConstantPointerNullValueKind
            | ValueKind::LLVMUndefValueValueKind
            | ValueKind::LLVMPoisonValueKind => Ok(()),
            ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind => {
                self.bytes(offset, value.raw_data());
                Ok(())
            }
            ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantVectorValueKind => self.elements(value, offset),
            _ => self.scalars(value, offset),
        }
    }

    fn elements(&mut self, value: Value<'m>, offset: u64) -> Lowered<()> {
        let ty = value.ty();
        for at in 0..ty.element_count() {
            match value.element(at) {
                Some(element) => self.value(element, offset + ty.element_offset(at))?,
                None => return unsupported("a constant without elements"),
            }
        }
        Ok(())
    }

    fn scalars(&mut self, value: Value<'m>, offset: u64) -> Lowered<()> {
        let leaves = leaves(value.ty())?;
        let scalars = self.code.operand(value)?;
        for (leaf, scalar) in leaves.iter().zip(scalars) {
            let offset = offset + leaf.offset;
            let width = leaf.ty.bits();
            match scalar {
                Operand::Undefined => {}
                Operand::Const(value) => {
                    let size = usize::from(width.div_ceil(8));
                    self.bytes(offset, &value.to_le_bytes()[..size]);
                }
                Operand::Global(..) | Operand::Function(_) if width == 64 => {
                    let global = &mut self.code.module.output.globals[self.id.index()];
                    global.relocations.push((offset, scalar));
                }
                _ => self.computed(offset, width, scalar)?,
            }
        }
        Ok(())
    }

    fn computed(&mut self, offset: u64, width: u8, value: Operand) -> Lowered<()> {
        let global = &mut self.code.module.output.globals[self.id.index()];
        if global.thread_local || !matches!(width, 8 | 16 | 32 | 64) {
            return unsupported("a computed address");
        }
        global.constant = false;
        self.code.effect(InstKind::Store {
            size: width / 8,
            pointer: Operand::Global(self.id, offset as i64),
            value,
            order: threadproof_program::StoreOrder::Plain,
        });
        Ok(())
    }

    fn bytes(&mut self, offset: u64, bytes: &[u8]) {
        let global = &mut self.code.module.output.globals[self.id.index()];
        let (start, end) = (offset as usize, offset as usize + bytes.len());
        if bytes.iter().all(|&byte| byte == 0) {
            return;
        }
        if global.bytes.len() < end {
            global.bytes.resize(end, 0);
        }
        global.bytes[start..end].copy_from_slice(bytes);
    }
}
