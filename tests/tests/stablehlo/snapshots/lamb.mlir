module @Lamb {
  func.func public @main(
    %param.fc.bias: tensor<8xf32> {tf.aliasing_output = 0 : i32, jax.arg_info = "param fc.bias"},
    %param.fc.weight: tensor<8x4xf32> {tf.aliasing_output = 1 : i32, jax.arg_info = "param fc.weight"},
    %state.fc.bias.exp_avg: tensor<8xf32> {tf.aliasing_output = 2 : i32, jax.arg_info = "state fc.bias exp_avg"},
    %state.fc.bias.exp_avg_sq: tensor<8xf32> {tf.aliasing_output = 3 : i32, jax.arg_info = "state fc.bias exp_avg_sq"},
    %state.fc.weight.exp_avg: tensor<8x4xf32> {tf.aliasing_output = 4 : i32, jax.arg_info = "state fc.weight exp_avg"},
    %state.fc.weight.exp_avg_sq: tensor<8x4xf32> {tf.aliasing_output = 5 : i32, jax.arg_info = "state fc.weight exp_avg_sq"},
    %grad.fc.bias: tensor<8xf32> {jax.arg_info = "grad fc.bias"},
    %grad.fc.weight: tensor<8x4xf32> {jax.arg_info = "grad fc.weight"},
    %hyper.default.betas.0: tensor<f64> {jax.arg_info = "hyper default betas.0"},
    %hyper.default.betas.1: tensor<f64> {jax.arg_info = "hyper default betas.1"},
    %hyper.default.eps: tensor<f64> {jax.arg_info = "hyper default eps"},
    %hyper.default.weight_decay: tensor<f64> {jax.arg_info = "hyper default weight_decay"},
    %hyper.default.lr: tensor<f64> {jax.arg_info = "hyper default lr"}
  ) -> (
    tensor<8xf32> {jax.result_info = "param fc.bias"},
    tensor<8x4xf32> {jax.result_info = "param fc.weight"},
    tensor<8xf32> {jax.result_info = "state fc.bias exp_avg"},
    tensor<8xf32> {jax.result_info = "state fc.bias exp_avg_sq"},
    tensor<8x4xf32> {jax.result_info = "state fc.weight exp_avg"},
    tensor<8x4xf32> {jax.result_info = "state fc.weight exp_avg_sq"}
  ) {
    %0 = stablehlo.convert %grad.fc.bias : (tensor<8xf32>) -> tensor<8xf64>
    %1 = stablehlo.multiply %0, %0 : tensor<8xf64>
    %2 = stablehlo.constant dense<0.0> : tensor<f64>
    %3 = stablehlo.reduce(%1 init: %2) applies stablehlo.add across dimensions = [0] : (tensor<8xf64>, tensor<f64>) -> tensor<f64>
    %4 = stablehlo.convert %grad.fc.weight : (tensor<8x4xf32>) -> tensor<8x4xf64>
    %5 = stablehlo.multiply %4, %4 : tensor<8x4xf64>
    %6 = stablehlo.reduce(%5 init: %2) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf64>, tensor<f64>) -> tensor<f64>
    %7 = stablehlo.add %3, %6 : tensor<f64>
    %8 = stablehlo.sqrt %7 : tensor<f64>
    %9 = stablehlo.constant dense<1.0e-6> : tensor<f64>
    %10 = stablehlo.add %8, %9 : tensor<f64>
    %11 = stablehlo.constant dense<1.0> : tensor<f64>
    %12 = stablehlo.divide %11, %10 : tensor<f64>
    %13 = stablehlo.minimum %12, %11 : tensor<f64>
    %14 = stablehlo.multiply %13, %11 : tensor<f64>
    %15 = stablehlo.convert %14 : (tensor<f64>) -> tensor<f32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %17 = stablehlo.multiply %grad.fc.bias, %16 : tensor<8xf32>
    %18 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %19 = stablehlo.multiply %grad.fc.weight, %18 : tensor<8x4xf32>
    %20 = stablehlo.reshape %param.fc.bias : (tensor<8xf32>) -> tensor<1x8xf32>
    %21 = stablehlo.reshape %state.fc.bias.exp_avg : (tensor<8xf32>) -> tensor<1x8xf32>
    %22 = stablehlo.reshape %state.fc.bias.exp_avg_sq : (tensor<8xf32>) -> tensor<1x8xf32>
    %23 = stablehlo.reshape %17 : (tensor<8xf32>) -> tensor<1x8xf32>
    %24 = stablehlo.convert %hyper.default.betas.0 : (tensor<f64>) -> tensor<f32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %26 = stablehlo.multiply %25, %21 : tensor<1x8xf32>
    %27 = stablehlo.subtract %11, %hyper.default.betas.0 : tensor<f64>
    %28 = stablehlo.convert %27 : (tensor<f64>) -> tensor<f32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %30 = stablehlo.multiply %29, %23 : tensor<1x8xf32>
    %31 = stablehlo.add %26, %30 : tensor<1x8xf32>
    %32 = stablehlo.convert %hyper.default.betas.1 : (tensor<f64>) -> tensor<f32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %34 = stablehlo.multiply %33, %22 : tensor<1x8xf32>
    %35 = stablehlo.subtract %11, %hyper.default.betas.1 : tensor<f64>
    %36 = stablehlo.multiply %23, %23 : tensor<1x8xf32>
    %37 = stablehlo.convert %35 : (tensor<f64>) -> tensor<f32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %39 = stablehlo.multiply %38, %36 : tensor<1x8xf32>
    %40 = stablehlo.add %34, %39 : tensor<1x8xf32>
    %41 = stablehlo.sqrt %40 : tensor<1x8xf32>
    %42 = stablehlo.convert %hyper.default.eps : (tensor<f64>) -> tensor<f32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %44 = stablehlo.add %41, %43 : tensor<1x8xf32>
    %45 = stablehlo.divide %31, %44 : tensor<1x8xf32>
    %46 = stablehlo.convert %hyper.default.weight_decay : (tensor<f64>) -> tensor<f32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %48 = stablehlo.multiply %47, %20 : tensor<1x8xf32>
    %49 = stablehlo.add %45, %48 : tensor<1x8xf32>
    %50 = stablehlo.convert %20 : (tensor<1x8xf32>) -> tensor<1x8xf64>
    %51 = stablehlo.multiply %50, %50 : tensor<1x8xf64>
    %52 = stablehlo.reduce(%51 init: %2) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x8xf64>, tensor<f64>) -> tensor<f64>
    %53 = stablehlo.sqrt %52 : tensor<f64>
    %54 = stablehlo.constant dense<10.0> : tensor<f64>
    %55 = stablehlo.maximum %53, %2 : tensor<f64>
    %56 = stablehlo.minimum %55, %54 : tensor<f64>
    %57 = stablehlo.convert %49 : (tensor<1x8xf32>) -> tensor<1x8xf64>
    %58 = stablehlo.multiply %57, %57 : tensor<1x8xf64>
    %59 = stablehlo.reduce(%58 init: %2) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x8xf64>, tensor<f64>) -> tensor<f64>
    %60 = stablehlo.sqrt %59 : tensor<f64>
    %61 = stablehlo.compare GT, %56, %2 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %62 = stablehlo.compare GT, %60, %2 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %63 = stablehlo.and %61, %62 : tensor<i1>
    %64 = stablehlo.divide %56, %60 : tensor<f64>
    %65 = stablehlo.select %63, %64, %11 : tensor<i1>, tensor<f64>
    %66 = stablehlo.multiply %hyper.default.lr, %65 : tensor<f64>
    %67 = stablehlo.convert %66 : (tensor<f64>) -> tensor<f32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [] : (tensor<f32>) -> tensor<1x8xf32>
    %69 = stablehlo.multiply %68, %49 : tensor<1x8xf32>
    %70 = stablehlo.subtract %20, %69 : tensor<1x8xf32>
    %71 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %72 = stablehlo.multiply %71, %state.fc.weight.exp_avg : tensor<8x4xf32>
    %73 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %74 = stablehlo.multiply %73, %19 : tensor<8x4xf32>
    %75 = stablehlo.add %72, %74 : tensor<8x4xf32>
    %76 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %77 = stablehlo.multiply %76, %state.fc.weight.exp_avg_sq : tensor<8x4xf32>
    %78 = stablehlo.multiply %19, %19 : tensor<8x4xf32>
    %79 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %80 = stablehlo.multiply %79, %78 : tensor<8x4xf32>
    %81 = stablehlo.add %77, %80 : tensor<8x4xf32>
    %82 = stablehlo.sqrt %81 : tensor<8x4xf32>
    %83 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %84 = stablehlo.add %82, %83 : tensor<8x4xf32>
    %85 = stablehlo.divide %75, %84 : tensor<8x4xf32>
    %86 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %87 = stablehlo.multiply %86, %param.fc.weight : tensor<8x4xf32>
    %88 = stablehlo.add %85, %87 : tensor<8x4xf32>
    %89 = stablehlo.convert %param.fc.weight : (tensor<8x4xf32>) -> tensor<8x4xf64>
    %90 = stablehlo.multiply %89, %89 : tensor<8x4xf64>
    %91 = stablehlo.reduce(%90 init: %2) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf64>, tensor<f64>) -> tensor<f64>
    %92 = stablehlo.sqrt %91 : tensor<f64>
    %93 = stablehlo.maximum %92, %2 : tensor<f64>
    %94 = stablehlo.minimum %93, %54 : tensor<f64>
    %95 = stablehlo.convert %88 : (tensor<8x4xf32>) -> tensor<8x4xf64>
    %96 = stablehlo.multiply %95, %95 : tensor<8x4xf64>
    %97 = stablehlo.reduce(%96 init: %2) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf64>, tensor<f64>) -> tensor<f64>
    %98 = stablehlo.sqrt %97 : tensor<f64>
    %99 = stablehlo.compare GT, %94, %2 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %100 = stablehlo.compare GT, %98, %2 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %101 = stablehlo.and %99, %100 : tensor<i1>
    %102 = stablehlo.divide %94, %98 : tensor<f64>
    %103 = stablehlo.select %101, %102, %11 : tensor<i1>, tensor<f64>
    %104 = stablehlo.multiply %hyper.default.lr, %103 : tensor<f64>
    %105 = stablehlo.convert %104 : (tensor<f64>) -> tensor<f32>
    %106 = stablehlo.broadcast_in_dim %105, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %107 = stablehlo.multiply %106, %88 : tensor<8x4xf32>
    %108 = stablehlo.subtract %param.fc.weight, %107 : tensor<8x4xf32>
    %109 = stablehlo.reshape %70 : (tensor<1x8xf32>) -> tensor<8xf32>
    %110 = stablehlo.reshape %31 : (tensor<1x8xf32>) -> tensor<8xf32>
    %111 = stablehlo.abs %110 : tensor<8xf32>
    %112 = stablehlo.constant dense<1.1754944e-38> : tensor<8xf32>
    %113 = stablehlo.constant dense<0.0> : tensor<8xf32>
    %114 = stablehlo.compare LT, %111, %112 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %115 = stablehlo.select %114, %113, %110 : tensor<8xi1>, tensor<8xf32>
    %116 = stablehlo.reshape %40 : (tensor<1x8xf32>) -> tensor<8xf32>
    %117 = stablehlo.abs %116 : tensor<8xf32>
    %118 = stablehlo.compare LT, %117, %112 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
    %119 = stablehlo.select %118, %113, %116 : tensor<8xi1>, tensor<8xf32>
    %120 = stablehlo.abs %75 : tensor<8x4xf32>
    %121 = stablehlo.constant dense<1.1754944e-38> : tensor<8x4xf32>
    %122 = stablehlo.constant dense<0.0> : tensor<8x4xf32>
    %123 = stablehlo.compare LT, %120, %121 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %124 = stablehlo.select %123, %122, %75 : tensor<8x4xi1>, tensor<8x4xf32>
    %125 = stablehlo.abs %81 : tensor<8x4xf32>
    %126 = stablehlo.compare LT, %125, %121 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
    %127 = stablehlo.select %126, %122, %81 : tensor<8x4xi1>, tensor<8x4xf32>
    return %109, %108, %115, %119, %124, %127 : tensor<8xf32>, tensor<8x4xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x4xf32>, tensor<8x4xf32>
  }
}
