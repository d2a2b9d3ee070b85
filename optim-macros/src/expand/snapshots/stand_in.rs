#[allow(unexpected_cfgs, reason = "set by rust-analyzer")]
const _: () = {
    #[cfg(rust_analyzer)]
    impl Wrong {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            if grad.norm() > 1.0 {
                return;
            }
            *param -= self.lr * grad;
        }
    }
};
#[automatically_derived]
impl ::optim_std::__private::Definition for Wrong {
    const STATES: &'static [::optim_std::__private::StateInfo] = &[];
    const USES_STEP: ::core::primitive::bool = false;
    const PASSES_ARE_ELEMENTWISE: ::core::primitive::bool = false;
    fn trace(
        &self,
        _: &[::core::primitive::usize],
        _: ::core::primitive::u64,
    ) -> ::core::result::Result<
        ::optim_std::__private::Graph,
        ::optim_std::__private::GraphError,
    > {
        ::core::unreachable!()
    }
    fn step<'k, T: ::optim_std::__private::LoopNumber>(
        &'k self,
        _: &mut ::optim_std::__private::Description<'_, 'k, T>,
    ) {
        ::core::unreachable!()
    }
}
