//! One function: its parameters, blocks and instructions.

use super::control::successors;
use super::emit::empty_block;
use super::jumps::Return;
use super::layout::{Leaves, leaves};
use super::spinning;
use super::throwing::Throwing;
use super::{Lowered, ModuleLowering, Scalars, Unsupported, unsupported};
use crate::read::{self, DebugRecord, Opcode, Value, ValueKind};
use crate::rust;
use rustc_hash::{FxHashMap, FxHashSet};
use threadproof_ir::debug::Site;
use threadproof_ir::module::{BlockId, Function, InstKind, Operand, Terminator, Type};
use threadproof_program::{LocationId, SiteId};

/// The translation of one function.
pub struct FunctionLowering<'a, 'm> {
    pub module: &'a mut ModuleLowering<'m>,
    pub function: Function,
    /// The block that instructions are added to.
    pub at: BlockId,
    /// Of the instruction in work.
    pub location: LocationId,
    /// The scalars of each parameter and of each instruction so far.
    pub values: FxHashMap<Value<'m>, Scalars>,
    /// Our first block for each reachable block of LLVM.
    pub blocks: FxHashMap<read::Block<'m>, BlockId>,
    /// The function may throw.
    pub throws: bool,
    /// To call the function is an error, and its body does nothing about it.
    pub reports_error: bool,
    /// The exception of the current call, if it can throw; null if there is none.
    pub thrown: Option<Operand>,
    /// Where the function hands on an exception that it is given.
    pub leave: Option<BlockId>,
    /// The block of LLVM in work.
    pub source_block: Option<read::Block<'m>>,
    /// Calls that return again after a jump, and the name of this run of the function for jumps.
    pub returns: Vec<Return<'m>>,
    pub run: Option<Operand>,
    /// The debug information of the variable at an address.
    pub variables: FxHashMap<Value<'m>, DebugRecord<'m>>,
}

impl<'a, 'm> FunctionLowering<'a, 'm> {
    pub fn lower(module: &'a mut ModuleLowering<'m>, value: Value<'m>) -> Function {
        let ty = value.value_type();
        let name = value.name();
        let shown = rust::instead::shown(&name);
        let name = shown.map_or_else(|| read::demangle(&name), str::to_string);
        let function = Function {
            atomic: is_atomic(&name),
            name,
            variadic: ty.is_variadic(),
            ..Function::default()
        };
        let mut lowering = FunctionLowering::new(module, function);
        let signature = lowering.signature(value);
        if value.is_declaration() {
            return lowering.function;
        }
        if let Err(why) = signature {
            lowering.function.blocks.push(empty_block());
            lowering.stop(why);
            return lowering.function;
        }
        if lowering.module.throwing.function(value) {
            lowering.declare_throwing();
        } else if spinning::only_sleeps(&lowering.function.name) {
            lowering.function.blocks.push(empty_block());
            lowering.function.blocks[0].terminator = Terminator::Return(Vec::new());
            return lowering.function;
        }
        lowering.reports_error = is_error_function(&value.name()) && does_nothing(value);
        lowering.body(value);
        lowering.function
    }

    /// Adds to a function that exists already.
    pub fn new(module: &'a mut ModuleLowering<'m>, function: Function) -> Self {
        FunctionLowering {
            module,
            function,
            at: BlockId(0),
            location: LocationId(0),
            values: FxHashMap::default(),
            blocks: FxHashMap::default(),
            throws: false,
            reports_error: false,
            thrown: None,
            leave: None,
            source_block: None,
            returns: Vec::new(),
            run: None,
            variables: FxHashMap::default(),
        }
    }

    fn signature(&mut self, value: Value<'m>) -> Lowered<()> {
        self.function.results = leaves(value.value_type().return_type())?.len();
        for parameter in value.parameters() {
            let leaves = leaves(parameter.ty())?;
            let ids: Vec<_> = leaves
                .iter()
                .map(|leaf| self.function.new_value(leaf.ty))
                .collect();
            let scalars = ids.iter().map(|&id| Operand::Value(id)).collect();
            self.values.insert(parameter, scalars);
            self.function.parameters.extend(ids);
        }
        Ok(())
    }

    fn body(&mut self, value: Value<'m>) {
        let order = reverse_postorder(value, &self.module.throwing);
        for (at, &block) in order.iter().enumerate() {
            self.blocks.insert(block, BlockId(at as u32));
            self.function.blocks.push(empty_block());
            for instruction in block.instructions() {
                for record in instruction.debug_records() {
                    self.variables.entry(record.address).or_insert(record);
                }
            }
        }
        self.copy_by_value_parameters(value);
        self.begin_user_code(value);
        self.prepare_returns(&order);
        for &block in &order {
            self.lower_block(block);
        }
    }

    /// What is passed by value is the callee's own copy.
    fn copy_by_value_parameters(&mut self, value: Value<'m>) {
        for (at, parameter) in value.parameters().into_iter().enumerate() {
            let Some(ty) = value.by_value_parameter(at) else {
                continue;
            };
            let source = self.values[&parameter][0];
            let size = Operand::Const(ty.size());
            let site = self.site(parameter);
            let copy = self.value(InstKind::Alloca { size, site }, Type::Ptr);
            self.effect(InstKind::MemoryCopy {
                destination: copy,
                source,
                length: size,
            });
            self.values.insert(parameter, Scalars::from_elem(copy, 1));
        }
    }

    fn lower_block(&mut self, block: read::Block<'m>) {
        // Blocks that a lowering adds come after all of LLVM's, so the entry stays the entry.
        self.at = self.blocks[&block];
        self.source_block = Some(block);
        for instruction in block.instructions() {
            self.location = self.location_of(instruction);
            if instruction.opcode() == Opcode::LLVMPHI {
                self.phi(instruction);
            } else if Some(instruction) == block.terminator() {
                self.terminator(block, instruction);
            } else {
                self.instruction(instruction);
            }
        }
    }

    fn location_of(&mut self, instruction: Value<'m>) -> LocationId {
        match instruction.debug_location() {
            Some(node) => {
                let table = &mut self.module.output.debug.locations;
                self.module.locations.of_location(table, node)
            }
            None => LocationId(0),
        }
    }

    fn phi(&mut self, phi: Value<'m>) {
        let block = self.at.index();
        let mut scalars = Scalars::new();
        match leaves(phi.ty()) {
            Ok(leaves) => {
                for leaf in leaves {
                    let id = self.function.new_value(leaf.ty);
                    self.function.blocks[block].parameters.push(id);
                    scalars.push(Operand::Value(id));
                }
            }
            Err(why) => self.stop(why),
        }
        self.values.insert(phi, scalars);
    }

    /// Translates an instruction that is no terminator and no phi. One that we cannot express
    /// becomes a stop with words, and its value is undefined.
    pub fn instruction(&mut self, instruction: Value<'m>) {
        if let Some(scalars) = self.fast_path(instruction) {
            self.values.insert(instruction, scalars);
            return;
        }
        let (block, length) = (self.at, self.current_length());
        let scalars = self.dispatch(instruction).unwrap_or_else(|why| {
            if self.at == block {
                self.truncate_block(length);
            }
            self.stop(why);
            let leaves = leaves(instruction.ty()).unwrap_or_default();
            leaves.iter().map(|_| Operand::Undefined).collect()
        });
        self.values.insert(instruction, scalars);
    }

    pub fn current_length(&self) -> usize {
        self.function.blocks[self.at.index()].instructions.len()
    }

    pub fn truncate_block(&mut self, length: usize) {
        self.function.blocks[self.at.index()]
            .instructions
            .truncate(length);
    }

    fn dispatch(&mut self, instruction: Value<'m>) -> Lowered<Scalars> {
        use Opcode::*;
        let opcode = instruction.opcode();
        match opcode {
            LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl
            | LLVMLShr | LLVMAShr | LLVMAnd | LLVMOr | LLVMXor => {
                self.arithmetic(opcode, instruction)
            }
            LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem => {
                self.float_arithmetic(instruction)
            }
            LLVMFNeg => self.float_negate(instruction),
            LLVMICmp => self.integer_compare(instruction),
            LLVMFCmp => self.float_compare(instruction),
            LLVMSelect => self.select_value(instruction),
            LLVMFreeze => self.operand(instruction.operand(0)),
            LLVMTrunc | LLVMZExt | LLVMSExt | LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP
            | LLVMFPTrunc | LLVMFPExt | LLVMPtrToInt | LLVMPtrToAddr | LLVMIntToPtr
            | LLVMBitCast | LLVMAddrSpaceCast => self.cast_value(opcode, instruction),
            LLVMAlloca => self.alloca(instruction),
            LLVMLoad => self.load(instruction),
            LLVMStore => self.store(instruction),
            LLVMGetElementPtr => self.address(instruction),
            LLVMFence => self.fence(instruction),
            LLVMAtomicRMW => self.read_modify_write(instruction),
            LLVMAtomicCmpXchg => self.compare_exchange(instruction),
            LLVMExtractValue => self.extract_value(instruction),
            LLVMInsertValue => self.insert_value(instruction),
            LLVMExtractElement => self.extract_element(instruction),
            LLVMInsertElement => self.insert_element(instruction),
            LLVMShuffleVector => self.shuffle(instruction),
            LLVMCall => self.plain_call(instruction),
            LLVMLandingPad => self.landing_pad(instruction),
            LLVMVAArg => self.further_argument(instruction),
            _ => unsupported(format!(
                "the LLVM instruction `{}`",
                instruction.text().trim()
            )),
        }
    }

    /// The scalars of an operand.
    pub fn operand(&mut self, value: Value<'m>) -> Lowered<Scalars> {
        match value.kind() {
            ValueKind::LLVMInstructionValueKind | ValueKind::LLVMArgumentValueKind => {
                match self.values.get(&value) {
                    Some(scalars) => Ok(scalars.clone()),
                    None => unsupported("a value that is not computed before its use"),
                }
            }
            _ => self.constant(value),
        }
    }

    /// The one scalar of an operand.
    pub fn scalar(&mut self, value: Value<'m>) -> Lowered<Operand> {
        match self.operand(value)?[..] {
            [scalar] => Ok(scalar),
            _ => unsupported(format!("values of type `{}` here", value.ty().text())),
        }
    }

    /// The one scalar of an operand, and its type.
    pub fn typed_scalar(&mut self, value: Value<'m>) -> Lowered<(Operand, Type)> {
        let leaves = leaves(value.ty())?;
        Ok((self.scalar(value)?, one(&leaves)?.ty))
    }

    /// The variable that lives at an address, for reports.
    pub fn site(&mut self, address: Value<'m>) -> SiteId {
        let debug = &mut self.module.output.debug;
        let site = match self.variables.get(&address) {
            Some(record) => Site {
                name: record.variable.string(1).unwrap_or_default(),
                ty: self
                    .module
                    .types
                    .of_variable(&mut debug.types, record.variable),
                location: record.location.map_or(LocationId(0), |node| {
                    self.module
                        .locations
                        .of_location(&mut debug.locations, node)
                }),
                heap: false,
            },
            None => Site {
                name: temporary_name(&address.name()),
                ty: None,
                location: self.location,
                heap: false,
            },
        };
        debug.sites.push(site);
        SiteId(debug.sites.len() as u32 - 1)
    }

    /// Ends a function that exists only for its effects.
    pub fn finish(mut self) -> Function {
        if !self.function.blocks.is_empty() {
            self.terminate(Terminator::Return(Vec::new()));
        }
        self.function
    }
}

/// The only leaf.
pub fn one(leaves: &Leaves) -> Lowered<super::layout::Leaf> {
    match leaves[..] {
        [leaf] => Ok(leaf),
        _ => Err(Unsupported("a struct, array or vector here".into())),
    }
}

/// By the convention of the verification competition.
fn is_atomic(name: &str) -> bool {
    name.strip_prefix("__VERIFIER_atomic_")
        .is_some_and(|rest| !matches!(rest, "begin" | "end" | "begin()" | "end()"))
}

/// The same: a program is wrong if it calls this.
fn is_error_function(name: &str) -> bool {
    matches!(
        name,
        "reach_error" | "_Z11reach_errorv" | "__VERIFIER_error"
    )
}

fn does_nothing(function: Value<'_>) -> bool {
    let blocks = function.blocks().into_iter();
    let mut instructions = blocks.flat_map(|block| block.instructions());
    instructions.all(|instruction| instruction.opcode() == Opcode::LLVMRet)
}

fn temporary_name(name: &str) -> String {
    let name = name.strip_suffix(".addr").unwrap_or(name);
    if name.is_empty() {
        "local".into()
    } else {
        name.into()
    }
}

/// The blocks that can be reached from the entry, each after all that dominate it, so that a
/// definition comes before its uses.
fn reverse_postorder<'m>(function: Value<'m>, throwing: &Throwing<'m>) -> Vec<read::Block<'m>> {
    let Some(&entry) = function.blocks().first() else {
        return Vec::new();
    };
    let mut seen = FxHashSet::default();
    let mut order = Vec::new();
    let mut stack = vec![(entry, successors(entry, throwing))];
    seen.insert(entry);
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if seen.insert(next) => {
                stack.push((next, successors(next, throwing)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
